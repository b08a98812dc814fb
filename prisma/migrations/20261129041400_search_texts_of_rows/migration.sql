-- A migration of its own: the one that adds the columns holds locks that also block reads, until it ends.
update employees set search_text = employee_search_text(preferred_name, first_name, last_name, work_email, employee_number)
where search_text is null;
update users set search_text = user_search_text(first_name, last_name, display_name, email) where search_text is null;
