-- How many of the points the last statement took: a process takes several at a time and hands them out itself.
alter table rate_limits add column granted int not null default 0;
