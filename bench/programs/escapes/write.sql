-- Overwrites a file of the data, and one beside it, and leaves a new one.
-- SPDX-License-Identifier: Apache-2.0
copy (select 'overwritten' as x) to 'data/a.csv';
copy (select 'overwritten' as x) to 'outside.txt' (format csv);
copy (select 'overwritten' as x) to '@FOLDER@/outside.txt' (format csv);
copy (select 'overwritten' as x) to 'data/new.csv';
attach '@FOLDER@/new.db' as d;
