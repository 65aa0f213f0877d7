-- Reads a file beside the data, by every way that may be open.
-- SPDX-License-Identifier: Apache-2.0
select content from read_text('.env');
select content from read_text('data/../.env');
select content from read_text('@FOLDER@/.env');
select content from read_text('/proc/self/cwd/.env');
select * from read_csv('.env', header = false, delim = '|');
