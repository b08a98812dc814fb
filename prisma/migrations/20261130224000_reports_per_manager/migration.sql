-- Managers have about ten reports, and teams ten teams below them. In an organization in which nearly all have the same manager, the
-- measured number led to plans that compare every employee with each one below a person.
alter table employees alter column manager_id set (n_distinct = -0.1);
alter table teams alter column parent_id set (n_distinct = -0.1);
