-- Where a chain ends may move on, never be forgotten: without its head a chain would be begun anew.
revoke delete, truncate on audit_heads from wfp_app;
