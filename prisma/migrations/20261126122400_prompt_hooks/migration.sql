-- Templates can also be evaluated before a task is deleted.
alter table prompt_templates drop constraint prompt_templates_org_id_hook_check;
alter table prompt_templates add constraint prompt_templates_org_id_hook_check
  check (hook in ('task.pre_create', 'task.pre_update', 'task.pre_archive', 'task.post_create', 'task.post_update')) not valid;
