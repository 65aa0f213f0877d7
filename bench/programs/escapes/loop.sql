-- Never ends.
-- SPDX-License-Identifier: Apache-2.0
select count(*) from range(1000000000000) a, range(1000000000000) b where hash(a.range) = hash(b.range + 1);
