-- Sends what it knows to a listener on this machine, in the address that it asks for.
-- SPDX-License-Identifier: Apache-2.0
load httpfs;
select content from read_text('http://127.0.0.1:@PORT@/stolen');
