-- outside a transaction
alter table prompt_templates validate constraint prompt_templates_org_id_hook_check;
