// Written by `npm run client-types`.

export interface paths {
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, never the keys themselves
         * @description Needs the permission `api_key:read`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key; it is shown this once
         * @description Needs the permission `api_key:create`. May write the events `api_key.post_create`. Shown once, and left out when an answer comes again: `key`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one API key, never the key itself
         * @description Needs the permission `api_key:read`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Needs the permission `api_key:archive`. May write the events `api_key.post_archive`.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an API key or narrow what it may do
         * @description Needs the permission `api_key:update`. May write the events `api_key.post_update`.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a key that takes over; the old one goes on for a while
         * @description Needs the permission `api_key:create`. May write the events `api_key.post_create`, `api_key.post_update`. Shown once, and left out when an answer comes again: `key`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what, newest first
         * @description Needs the permission `audit_log:read`.
         */
        get: operations["listAuditLogEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one audit entry
         * @description Needs the permission `audit_log:read`.
         */
        get: operations["getAuditLogEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the daily heads of the hash chain that were announced, newest first
         * @description Needs the permission `audit_log:read`.
         */
        get: operations["listAuditLogCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a file of audit log, assembled by a worker
         * @description Needs the permission `audit_log:export`. May write the events `export.post_create`, `audit_log.post_export`, `export.failed`.
         */
        post: operations["exportAuditLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved searches: your own and those others share
         * @description Needs the permission `audit_log:read`.
         */
        get: operations["listAuditLogSearches"];
        put?: never;
        /**
         * Save a search
         * @description Needs the permission `audit_log:read`. May write the events `audit_search.post_create`.
         */
        post: operations["createAuditLogSearch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log/searches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one saved search
         * @description Needs the permission `audit_log:read`.
         */
        get: operations["getAuditLogSearch"];
        put?: never;
        post?: never;
        /**
         * Delete a search of your own
         * @description Needs the permission `audit_log:read`. May write the events `audit_search.post_archive`.
         */
        delete: operations["deleteAuditLogSearch"];
        options?: never;
        head?: never;
        /**
         * Change a search of your own
         * @description Needs the permission `audit_log:read`. May write the events `audit_search.post_update`.
         */
        patch: operations["updateAuditLogSearch"];
        trace?: never;
    };
    "/audit-log/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compute the hash chain again from the log as it is now
         * @description Needs the permission `audit_log:read`.
         */
        get: operations["verifyAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/invitation/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an invitation: choose a password and be signed in
         * @description Needs no credential. May write the events `user.activated`, `user_identity.post_create`, `auth.login`.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail, password and organization
         * @description Needs no credential. May write the events `auth.login`.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this session
         * @description Needs a credential and no permission. May write the events `auth.logout`.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End every session of yours, this one too
         * @description Needs a credential and no permission. May write the events `auth.logout`.
         */
        post: operations["logoutAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove your second factor again, for what asks for it
         * @description Needs a credential and no permission. May write the events `mfa.proven`.
         */
        post: operations["stepUpMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/mfa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in with a code, or with a recovery code
         * @description Needs no credential. May write the events `auth.login`, `mfa.recovery_used`, `mfa.failed`.
         */
        post: operations["verifyMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password; your other sessions end
         * @description Needs a credential and no permission. May write the events `auth.password_changed`, `auth.logout`.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail with a token for a new password
         * @description Needs no credential. May write the events `auth.password_reset_requested`.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by the token from the mail; every session ends
         * @description Needs no credential. May write the events `auth.password_reset`, `auth.logout`, `user_identity.post_create`.
         */
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token, once, for a new pair of tokens
         * @description Needs no credential. May write the events `auth.token_refreshed`, `auth.token_reuse_detected`.
         */
        post: operations["refreshSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Needs a credential and no permission.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Needs a credential and no permission. May write the events `auth.logout`.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List employees by name
         * @description Needs the permission `employee:read`.
         */
        get: operations["listEmployees"];
        put?: never;
        /**
         * Hire an employee
         * @description Needs the permission `employee:create`. May write the events `employee.post_create`, `employee.hired`, `employee.change_scheduled`, `team.member_joined`, `team.member_changed`, `team.member_left`, `grant.post_create`, `grant.post_archive`, `position.vacated`, `grant.expired`.
         */
        post: operations["createEmployee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{employeeId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of an employee, the latest first
         * @description Needs the permission `employee_change:read`.
         */
        get: operations["listEmployeeChanges"];
        put?: never;
        /**
         * Change an employee from a day on, or propose it
         * @description Needs the permission `employee_change:create`. May write the events `employee.change_proposed`, `employee.change_cancelled`, `employee.change_scheduled`, `employee.change_applied`, `employee.post_update`, `employee.manager_changed`, `employee.hired`, `employee.terminated`, `employee.rehired`, `team.member_joined`, `team.member_changed`, `team.member_left`, `grant.post_create`, `grant.post_archive`, `position.vacated`, `grant.expired`.
         */
        post: operations["createEmployeeChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{employeeId}/changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one change of an employee
         * @description Needs the permission `employee_change:read`.
         */
        get: operations["getEmployeeChange"];
        put?: never;
        post?: never;
        /**
         * Cancel a change that is proposed, or whose day has not come
         * @description Needs the permission `employee_change:archive`. May write the events `employee.change_cancelled`.
         */
        delete: operations["deleteEmployeeChange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{employeeId}/changes/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a proposed change
         * @description Needs the permission `employee_change:update`. May write the events `employee.change_scheduled`, `employee.change_applied`, `employee.post_update`, `employee.manager_changed`, `employee.hired`, `employee.terminated`, `employee.rehired`, `team.member_joined`, `team.member_changed`, `team.member_left`, `grant.post_create`, `grant.post_archive`, `position.vacated`, `grant.expired`.
         */
        post: operations["approveEmployeeChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{employeeId}/changes/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back a change that one has proposed oneself
         * @description Needs the permission `employee_change:create`. May write the events `employee.change_cancelled`.
         */
        post: operations["withdrawEmployeeChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one employee
         * @description Needs the permission `employee:read`.
         */
        get: operations["getEmployee"];
        put?: never;
        post?: never;
        /**
         * Delete an employee whom nobody reports to
         * @description Needs the permission `employee:archive`. May write the events `employee.post_archive`, `employee.change_cancelled`, `team.member_left`, `grant.post_create`, `grant.post_archive`, `position.vacated`, `grant.expired`.
         */
        delete: operations["deleteEmployee"];
        options?: never;
        head?: never;
        /**
         * Change fields of an employee that need no date
         * @description Needs the permission `employee:update`. May write the events `employee.post_update`.
         */
        patch: operations["updateEmployee"];
        trace?: never;
    };
    "/employees/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what was, is and will be true of an employee, from one change to the next
         * @description Needs the permission `employee_change:read`.
         */
        get: operations["listEmployeeHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}/link-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say which user an employee is who has none
         * @description Needs the permission `employee:manage`. May write the events `employee.post_update`, `grant.post_create`, `grant.post_archive`, `grant.expired`.
         */
        post: operations["linkEmployeeUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}/rehire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Employ somebody again who has left
         * @description Needs the permission `employee:manage`. May write the events `employee.change_scheduled`, `employee.change_applied`, `employee.post_update`, `employee.manager_changed`, `employee.hired`, `employee.terminated`, `employee.rehired`, `team.member_joined`, `team.member_changed`, `team.member_left`, `grant.post_create`, `grant.post_archive`, `position.vacated`, `grant.expired`, `user.post_update`, `user.activated`.
         */
        post: operations["rehireEmployee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who reports to an employee, directly or through others
         * @description Needs the permission `employee:read`.
         */
        get: operations["listEmployeeReports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/{id}/terminate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the employment of somebody on a day
         * @description Needs the permission `employee:manage`. May write the events `employee.change_cancelled`, `employee.change_scheduled`, `employee.change_applied`, `employee.post_update`, `employee.manager_changed`, `employee.hired`, `employee.terminated`, `employee.rehired`, `team.member_joined`, `team.member_changed`, `team.member_left`, `grant.post_create`, `grant.post_archive`, `position.vacated`, `grant.expired`, `user.post_update`, `user.deactivated`, `auth.logout`, `task.post_update`.
         */
        post: operations["terminateEmployee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a file of employees, assembled by a worker
         * @description Needs the permission `employee:export`. May write the events `export.post_create`, `employee.post_export`, `export.failed`.
         */
        post: operations["exportEmployees"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import employees from a CSV file: all of its rows or none
         * @description Needs the permission `employee:manage`. May write the events `import.post_create`, `import.completed`, `import.failed`.
         */
        post: operations["importEmployees"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/employees/org-chart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show who reports to whom, as a tree
         * @description Needs the permission `employee:read`.
         */
        get: operations["getOrgChart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the vocabularies of the organization
         * @description Needs the permission `enum:read`.
         */
        get: operations["listEnums"];
        put?: never;
        /**
         * Add a vocabulary of the organization's own
         * @description Needs the permission `enum:create`. May write the events `enum.post_create`.
         */
        post: operations["createEnum"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enums/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one vocabulary with its values in their order
         * @description Needs the permission `enum:read`.
         */
        get: operations["getEnum"];
        put?: never;
        post?: never;
        /**
         * Archive a vocabulary of the organization's own with its values
         * @description Needs the permission `enum:archive`. May write the events `enum.post_archive`, `enum_value.post_archive`.
         */
        delete: operations["deleteEnum"];
        options?: never;
        head?: never;
        /**
         * Rename a vocabulary
         * @description Needs the permission `enum:update`. May write the events `enum.post_update`.
         */
        patch: operations["updateEnum"];
        trace?: never;
    };
    "/enums/{code}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the values of a vocabulary in their order
         * @description Needs the permission `enum:read`.
         */
        get: operations["listEnumValues"];
        put?: never;
        /**
         * Add a value at the end of a vocabulary that can be extended
         * @description Needs the permission `enum:create`. May write the events `enum_value.post_create`, `enum_value.post_update`.
         */
        post: operations["createEnumValue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enums/{code}/values/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one value
         * @description Needs the permission `enum:read`.
         */
        get: operations["getEnumValue"];
        put?: never;
        post?: never;
        /**
         * Archive a value: records that have it keep it
         * @description Needs the permission `enum:archive`. May write the events `enum_value.post_archive`.
         */
        delete: operations["deleteEnumValue"];
        options?: never;
        head?: never;
        /**
         * Change label, colour, icon or state of a value; one value is the default
         * @description Needs the permission `enum:update`. May write the events `enum_value.post_update`.
         */
        patch: operations["updateEnumValue"];
        trace?: never;
    };
    "/enums/{code}/values/{id}/replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move all records that have a value to another one, by a worker
         * @description Needs the permission `enum:manage`. May write the events `enum_value.post_update`.
         */
        post: operations["replaceEnumValue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/enums/{code}/values/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put all values of a vocabulary in an order
         * @description Needs the permission `enum:update`. May write the events `enum_value.post_update`.
         */
        post: operations["reorderEnumValues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of events, each with its meaning, what emits it and its JSON Schema
         * @description Needs a credential and no permission.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, newest first
         * @description Needs the permission `event:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{aggregateType}/{aggregateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The history of one record, oldest first
         * @description Needs the permission `event:read`.
         */
        get: operations["listEventHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow events as they happen (Server-Sent Events)
         * @description Needs the permission `event:read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream-ticket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a ticket that opens one stream, so that no URL holds a credential
         * @description Needs the permission `event:read`. May write the events `auth.stream_ticket_issued`. Shown once, and left out when an answer comes again: `ticket`.
         */
        post: operations["createStreamTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the exports that you asked for, newest first
         * @description Needs the permission `export:read`.
         */
        get: operations["listExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an export: how far it is and, once it is done, where its file is
         * @description Needs the permission `export:read`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        /**
         * Delete an export and its file, or end it while it is assembled
         * @description Needs the permission `export:archive`. May write the events `export.post_archive`.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of an export by its link, without credentials
         * @description Needs no credential.
         */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your files, newest first
         * @description Needs the permission `file:read`.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Announce a file; its bytes go to upload_url
         * @description Needs the permission `file:create`. May write the events `file.post_create`.
         */
        post: operations["createFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch what is known of a file
         * @description Needs the permission `file:read`.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file and its bytes
         * @description Needs the permission `file:archive`. May write the events `file.post_archive`.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the bytes of a file
         * @description Needs the permission `file:read`.
         */
        get: operations["downloadFileContent"];
        /**
         * Send the bytes of a file that was announced, as they are
         * @description Needs the permission `file:update`. May write the events `file.uploaded`, `file.refused`.
         */
        put: operations["uploadFileContent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the bytes of a file by a link, without credentials
         * @description Needs no credential.
         */
        get: operations["downloadFileByLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who holds which role
         * @description Needs the permission `grant:read`.
         */
        get: operations["listGrants"];
        put?: never;
        /**
         * Give a user a role, narrowed to a team or a time if you like
         * @description Needs the permission `grant:create`. May write the events `grant.expired`, `grant.post_create`.
         */
        post: operations["createGrant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one grant
         * @description Needs the permission `grant:read`.
         */
        get: operations["getGrant"];
        put?: never;
        post?: never;
        /**
         * Take a role away; it counts on the next request
         * @description Needs the permission `grant:archive`. May write the events `grant.post_archive`.
         */
        delete: operations["deleteGrant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service answers
         * @description Needs no credential.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the imports that you asked for, newest first
         * @description Needs the permission `import:read`.
         */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch an import: what became of its rows, or what is wrong with them
         * @description Needs the permission `import:read`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiatives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List initiatives
         * @description Needs the permission `initiative:read`.
         */
        get: operations["listInitiatives"];
        put?: never;
        /**
         * Create an initiative
         * @description Needs the permission `initiative:create`. May write the events `initiative.post_create`.
         */
        post: operations["createInitiative"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiatives/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one initiative
         * @description Needs the permission `initiative:read`.
         */
        get: operations["getInitiative"];
        put?: never;
        post?: never;
        /**
         * Delete an initiative
         * @description Needs the permission `initiative:archive`. May write the events `initiative.post_archive`.
         */
        delete: operations["deleteInitiative"];
        options?: never;
        head?: never;
        /**
         * Change fields of an initiative
         * @description Needs the permission `initiative:update`. May write the events `initiative.post_update`, `initiative.health_changed`.
         */
        patch: operations["updateInitiative"];
        trace?: never;
    };
    "/initiatives/{id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete an initiative, saying what becomes of its open tasks
         * @description Needs the permission `initiative:update`. May write the events `initiative.post_update`, `initiative.completed`, `initiative.task_linked`, `initiative.task_unlinked`, `task.post_update`, `task.completed`.
         */
        post: operations["completeInitiative"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiatives/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted initiative back
         * @description Needs the permission `initiative:manage`. May write the events `initiative.post_restore`.
         */
        post: operations["restoreInitiative"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiatives/{initiativeId}/burnup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Scope and what was done at the end of each day, from the history of the tasks
         * @description Needs the permission `initiative:read`.
         */
        get: operations["getInitiativeBurnup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiatives/{initiativeId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who takes part in an initiative
         * @description Needs the permission `initiative:read`.
         */
        get: operations["listInitiativeMembers"];
        put?: never;
        /**
         * Add an employee to an initiative
         * @description Needs the permission `initiative:update`. May write the events `initiative_member.post_create`.
         */
        post: operations["createInitiativeMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiatives/{initiativeId}/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one member of an initiative
         * @description Needs the permission `initiative:read`.
         */
        get: operations["getInitiativeMember"];
        put?: never;
        post?: never;
        /**
         * Take an employee off an initiative
         * @description Needs the permission `initiative:update`. May write the events `initiative_member.post_archive`.
         */
        delete: operations["deleteInitiativeMember"];
        options?: never;
        head?: never;
        /**
         * Change what a member is in an initiative
         * @description Needs the permission `initiative:update`. May write the events `initiative_member.post_update`.
         */
        patch: operations["updateInitiativeMember"];
        trace?: never;
    };
    "/initiatives/{initiativeId}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an initiative stands in figures
         * @description Needs the permission `initiative:read`.
         */
        get: operations["getInitiativeSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiatives/{initiativeId}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tasks of an initiative that the caller may read, in the order of the board
         * @description Needs the permission `initiative:read`.
         */
        get: operations["listInitiativeTasks"];
        put?: never;
        /**
         * Link tasks to an initiative, all or none; from another one they move
         * @description Needs the permission `task:update`. May write the events `task.post_update`, `initiative.task_linked`, `initiative.task_unlinked`, `prompt_run.completed`. Where an organization has prompts for `task.pre_update`, they are asked before.
         */
        post: operations["linkInitiativeTasks"];
        /**
         * Take tasks off an initiative, all or none
         * @description Needs the permission `task:update`. May write the events `task.post_update`, `initiative.task_linked`, `initiative.task_unlinked`, `prompt_run.completed`. Where an organization has prompts for `task.pre_update`, they are asked before.
         */
        delete: operations["unlinkInitiativeTasks"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiatives/{initiativeId}/updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was said about an initiative, newest first
         * @description Needs the permission `initiative:read`.
         */
        get: operations["listInitiativeUpdates"];
        put?: never;
        /**
         * Say how an initiative stands
         * @description Needs the permission `initiative:update`. May write the events `initiative_update.post_create`, `initiative.post_update`, `initiative.health_changed`.
         */
        post: operations["createInitiativeUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initiatives/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a file of initiatives, assembled by a worker
         * @description Needs the permission `initiative:export`. May write the events `export.post_create`, `initiative.post_export`, `export.failed`.
         */
        post: operations["exportInitiatives"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your second factors
         * @description Needs a credential and no permission.
         */
        get: operations["getMfa"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mfa/methods/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a second factor
         * @description Needs a credential and no permission. May write the events `mfa.disabled`.
         */
        delete: operations["deleteMfaMethod"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mfa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new set of recovery codes, shown this once
         * @description Needs a credential and no permission. May write the events `mfa.proven`. Shown once, and left out when an answer comes again: `recovery_codes`.
         */
        post: operations["createRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mfa/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up an authenticator app; the secret is shown this once
         * @description Needs a credential and no permission. May write the events `mfa.enrolment_started`. Shown once, and left out when an answer comes again: `secret`, `otpauth_url`.
         */
        post: operations["beginTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mfa/totp/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm it by a code of the app; recovery codes are shown this once
         * @description Needs a credential and no permission. May write the events `mfa.enabled`, `mfa.proven`. Shown once, and left out when an answer comes again: `recovery_codes`.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch your organization, by its id or as `current`
         * @description Needs the permission `organization:read`.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change its name, address and particulars
         * @description Needs the permission `organization:update`. May write the events `organization.post_update`.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/organizations/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close it: read-only for 30 days, then purged
         * @description Needs the permission `organization:manage`. May write the events `organization.closing`.
         */
        post: operations["closeOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for all that the organization has, as one ZIP file, assembled by a worker
         * @description Needs the permission `organization:manage`. May write the events `export.post_create`, `organization.post_export`, `export.failed`.
         */
        post: operations["exportOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the closing, within its 30 days
         * @description Needs the permission `organization:manage`. May write the events `organization.reopened`.
         */
        post: operations["reopenOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/request-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail by which your address confirms the organization, as any of its owners
         * @description Needs the permission `organization:manage`. May write the events `user.verification_requested`.
         */
        post: operations["requestOrganizationVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Its settings, with defaults where nothing was set
         * @description Needs the permission `organization_setting:read`.
         */
        get: operations["getOrganizationSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings; null puts one back to its default
         * @description Needs the permission `organization_setting:update`. May write the events `organization.setting_changed`.
         */
        patch: operations["updateOrganizationSettings"];
        trace?: never;
    };
    "/organizations/{id}/transfer-ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make another user the owner; you stay as an administrator
         * @description Needs the permission `organization:manage`. May write the events `organization.ownership_transferred`, `grant.post_create`, `grant.post_archive`.
         */
        post: operations["transferOrganizationOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization’s addresses
         * @description Needs the permission `organization:read`.
         */
        get: operations["listOrganizationAddresses"];
        put?: never;
        /**
         * Add to its addresses
         * @description Needs the permission `organization:update`. May write the events `organization.address.created`, `organization.address.updated`.
         */
        post: operations["createOrganizationAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one of its addresses
         * @description Needs the permission `organization:read`.
         */
        get: operations["getOrganizationAddress"];
        put?: never;
        post?: never;
        /**
         * Remove one of its addresses
         * @description Needs the permission `organization:update`. May write the events `organization.address.deleted`.
         */
        delete: operations["deleteOrganizationAddress"];
        options?: never;
        head?: never;
        /**
         * Change one of its addresses
         * @description Needs the permission `organization:update`. May write the events `organization.address.updated`.
         */
        patch: operations["updateOrganizationAddress"];
        trace?: never;
    };
    "/organizations/{organizationId}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization’s contacts
         * @description Needs the permission `organization:read`.
         */
        get: operations["listOrganizationContacts"];
        put?: never;
        /**
         * Add to its contacts
         * @description Needs the permission `organization:update`. May write the events `organization.contact.created`, `organization.contact.updated`.
         */
        post: operations["createOrganizationContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one of its contacts
         * @description Needs the permission `organization:read`.
         */
        get: operations["getOrganizationContact"];
        put?: never;
        post?: never;
        /**
         * Remove one of its contacts
         * @description Needs the permission `organization:update`. May write the events `organization.contact.deleted`.
         */
        delete: operations["deleteOrganizationContact"];
        options?: never;
        head?: never;
        /**
         * Change one of its contacts
         * @description Needs the permission `organization:update`. May write the events `organization.contact.updated`.
         */
        patch: operations["updateOrganizationContact"];
        trace?: never;
    };
    "/organizations/{organizationId}/social-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the organization’s social links
         * @description Needs the permission `organization:read`.
         */
        get: operations["listOrganizationSocialLinks"];
        put?: never;
        /**
         * Add to its social links
         * @description Needs the permission `organization:update`. May write the events `organization.social_link.created`, `organization.social_link.updated`.
         */
        post: operations["createOrganizationSocialLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organizationId}/social-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one of its social links
         * @description Needs the permission `organization:read`.
         */
        get: operations["getOrganizationSocialLink"];
        put?: never;
        post?: never;
        /**
         * Remove one of its social links
         * @description Needs the permission `organization:update`. May write the events `organization.social_link.deleted`.
         */
        delete: operations["deleteOrganizationSocialLink"];
        options?: never;
        head?: never;
        /**
         * Change one of its social links
         * @description Needs the permission `organization:update`. May write the events `organization.social_link.updated`.
         */
        patch: operations["updateOrganizationSocialLink"];
        trace?: never;
    };
    "/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every permission there is
         * @description Needs the permission `role:read`.
         */
        get: operations["listPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/permissions/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say why a user may do something, or what is missing
         * @description Needs the permission `grant:read`.
         */
        get: operations["explainPermission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ISO 3166 countries
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/currencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ISO 4217 currencies
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformCurrencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the names of the types of events
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ISO 639 languages
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformLanguages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the service takes at most
         * @description Needs a credential and no permission.
         */
        get: operations["getPlatformLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All of the below that you may know, in one answer
         * @description Needs a credential and no permission.
         */
        get: operations["getPlatformMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/metadata/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of events, each with its meaning, what emits it and its JSON Schema
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformMetadataEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operators of conditions
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformOperators"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the permissions on resources you may read
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the resources you may read, with their fields
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/resources/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one resource with its fields
         * @description Needs a credential and no permission.
         */
        get: operations["getPlatformResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/resources/{code}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the JSON Schema that bodies or queries are checked with
         * @description Needs a credential and no permission.
         */
        get: operations["getPlatformResourceSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the settings of an organization, with what each may be
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/time-zones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List IANA time zones
         * @description Needs a credential and no permission.
         */
        get: operations["listPlatformTimeZones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which version of the service this is
         * @description Needs a credential and no permission.
         */
        get: operations["getPlatformVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List positions
         * @description Needs the permission `position:read`.
         */
        get: operations["listPositions"];
        put?: never;
        /**
         * Create a position
         * @description Needs the permission `position:create`. May write the events `position.post_create`, `position.opened`.
         */
        post: operations["createPosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one position
         * @description Needs the permission `position:read`.
         */
        get: operations["getPosition"];
        put?: never;
        post?: never;
        /**
         * Delete a position
         * @description Needs the permission `position:archive`. May write the events `position.post_archive`.
         */
        delete: operations["deletePosition"];
        options?: never;
        head?: never;
        /**
         * Change fields of a position
         * @description Needs the permission `position:update`. May write the events `position.post_update`.
         */
        patch: operations["updatePosition"];
        trace?: never;
    };
    "/positions/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a position that nobody holds
         * @description Needs the permission `position:update`. May write the events `position.post_update`, `position.closed`.
         */
        post: operations["closePosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/positions/{id}/freeze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Freeze a position: no seat is given until it is opened again
         * @description Needs the permission `position:update`. May write the events `position.post_update`, `position.frozen`.
         */
        post: operations["freezePosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/positions/{id}/holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who hold a position on a day
         * @description Needs the permission `position:read`.
         */
        get: operations["listPositionHolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/positions/{id}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a position: its seats may be given
         * @description Needs the permission `position:update`. May write the events `position.post_update`, `position.opened`.
         */
        post: operations["openPosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/positions/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted position back
         * @description Needs the permission `position:manage`. May write the events `position.post_restore`.
         */
        post: operations["restorePosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/positions/vacancies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open positions that have a free seat
         * @description Needs the permission `position:read`.
         */
        get: operations["listPositionVacancies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompt-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of prompts on records that you read, newest first
         * @description Needs the permission `prompt_run:read`.
         */
        get: operations["listPromptRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompt-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one run with its answer
         * @description Needs the permission `prompt_run:read`.
         */
        get: operations["getPromptRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompt-runs/{id}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take over what a run suggests, all of it or some, as far as you may change the record yourself
         * @description Needs the permission `task:update`. May write the events `prompt_run.applied`, `task.post_update`, `task.completed`, `prompt_run.completed`. Where an organization has prompts for `task.pre_update`, they are asked before.
         */
        post: operations["applyPromptRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompt-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompt templates
         * @description Needs the permission `prompt_template:read`.
         */
        get: operations["listPromptTemplates"];
        put?: never;
        /**
         * Create a prompt template
         * @description Needs the permission `prompt_template:create`. May write the events `prompt_template.post_create`.
         */
        post: operations["createPromptTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompt-templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one prompt template
         * @description Needs the permission `prompt_template:read`.
         */
        get: operations["getPromptTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a prompt template
         * @description Needs the permission `prompt_template:archive`. May write the events `prompt_template.post_archive`.
         */
        delete: operations["deletePromptTemplate"];
        options?: never;
        head?: never;
        /**
         * Change fields of a prompt template
         * @description Needs the permission `prompt_template:update`. May write the events `prompt_template.post_update`.
         */
        patch: operations["updatePromptTemplate"];
        trace?: never;
    };
    "/prompt-templates/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask with a template about a task, and keep nothing of it
         * @description Needs the permission `prompt_template:run`.
         */
        post: operations["previewPromptTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompt-templates/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a built-in prompt template back to what it said in the beginning
         * @description Needs the permission `prompt_template:update`. May write the events `prompt_template.post_update`.
         */
        post: operations["resetPromptTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompt-templates/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted prompt template back
         * @description Needs the permission `prompt_template:manage`. May write the events `prompt_template.post_restore`.
         */
        post: operations["restorePromptTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prompt-templates/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a prompt template said, newest first, and who changed it
         * @description Needs the permission `prompt_template:read`.
         */
        get: operations["listPromptTemplateVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/org-slugs/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a slug can be had, and if not, one like it
         * @description Needs no credential.
         */
        get: operations["checkOrganizationSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an organization and sign in as its owner
         * @description Needs no credential. May write the events `organization.post_create`, `user.post_create`, `user_identity.post_create`, `role.post_create`, `grant.post_create`, `enum.post_create`, `enum_value.post_create`, `prompt_template.post_create`, `employee.post_create`, `employee.hired`, `auth.login`.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/signup/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the mail again that confirms the address
         * @description Needs no credential. May write the events `user.verification_requested`.
         */
        post: operations["resendSignupVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public/signup/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the address an organization was signed up with
         * @description Needs no credential. May write the events `user.post_update`, `organization.verified`.
         */
        post: operations["verifySignup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of records that permissions are given on
         * @description Needs the permission `role:read`.
         */
        get: operations["listResources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one kind of record
         * @description Needs the permission `role:read`.
         */
        get: operations["getResource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what can be done with records
         * @description Needs the permission `role:read`.
         */
        get: operations["listRights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles with their permissions
         * @description Needs the permission `role:read`.
         */
        get: operations["listRoles"];
        put?: never;
        /**
         * Create a role from permissions you hold yourself
         * @description Needs the permission `role:create`. May write the events `role.post_create`.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one role
         * @description Needs the permission `role:read`.
         */
        get: operations["getRole"];
        put?: never;
        post?: never;
        /**
         * Delete a role; one in use only with the role that its holders get instead
         * @description Needs the permission `role:archive`. May write the events `grant.expired`, `grant.post_archive`, `grant.post_create`, `role.post_archive`.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /**
         * Rename a role, describe it, or make it the one that new users get
         * @description Needs the permission `role:update`. May write the events `role.post_update`.
         */
        patch: operations["updateRole"];
        trace?: never;
    };
    "/roles/{id}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a role with the permissions of another, built-in ones included
         * @description Needs the permission `role:create`. May write the events `role.post_create`.
         */
        post: operations["cloneRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles/{id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the permissions of a role; it counts on the next request of all who hold it
         * @description Needs the permission `role:manage`. May write the events `role.permissions_changed`.
         */
        put: operations["replaceRolePermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted role back, without the grants it had
         * @description Needs the permission `role:manage`. May write the events `role.post_update`.
         */
        post: operations["restoreRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List labels
         * @description Needs the permission `task_label:read`.
         */
        get: operations["listTaskLabels"];
        put?: never;
        /**
         * Create a label
         * @description Needs the permission `task_label:create`. May write the events `task_label.post_create`.
         */
        post: operations["createTaskLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-labels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one label
         * @description Needs the permission `task_label:read`.
         */
        get: operations["getTaskLabel"];
        put?: never;
        post?: never;
        /**
         * Delete a label
         * @description Needs the permission `task_label:archive`. May write the events `task_label.post_archive`.
         */
        delete: operations["deleteTaskLabel"];
        options?: never;
        head?: never;
        /**
         * Change fields of a label
         * @description Needs the permission `task_label:update`. May write the events `task_label.post_update`.
         */
        patch: operations["updateTaskLabel"];
        trace?: never;
    };
    "/task-labels/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make one label of two: tasks get the other one
         * @description Needs the permission `task_label:archive`. May write the events `task_label.post_archive`, `task_label.merged`.
         */
        post: operations["mergeTaskLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-labels/{id}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a label another name; tasks that have it follow
         * @description Needs the permission `task_label:update`. May write the events `task_label.post_update`.
         */
        post: operations["renameTaskLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-labels/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted label back
         * @description Needs the permission `task_label:manage`. May write the events `task_label.post_restore`.
         */
        post: operations["restoreTaskLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-labels/used": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the texts that tasks have as their label, in the catalogue or not
         * @description Needs the permission `task:read`.
         */
        get: operations["listUsedTaskLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List views
         * @description Needs the permission `task_view:read`.
         */
        get: operations["listTaskViews"];
        put?: never;
        /**
         * Create a view
         * @description Needs the permission `task_view:create`. May write the events `task_view.post_create`.
         */
        post: operations["createTaskView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one view
         * @description Needs the permission `task_view:read`.
         */
        get: operations["getTaskView"];
        put?: never;
        post?: never;
        /**
         * Delete a view
         * @description Needs the permission `task_view:archive`. May write the events `task_view.post_archive`.
         */
        delete: operations["deleteTaskView"];
        options?: never;
        head?: never;
        /**
         * Change fields of a view
         * @description Needs the permission `task_view:update`. May write the events `task_view.post_update`.
         */
        patch: operations["updateTaskView"];
        trace?: never;
    };
    "/task-views/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted view back
         * @description Needs the permission `task_view:manage`. May write the events `task_view.post_restore`.
         */
        post: operations["restoreTaskView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/task-views/{id}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tasks of a view, those of them that you may read
         * @description Needs the permission `task_view:read`.
         */
        get: operations["listTaskViewTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks, column by column in the order of the board
         * @description Needs the permission `task:read`.
         */
        get: operations["listTasks"];
        put?: never;
        /**
         * Create a task at the end of its column
         * @description Needs the permission `task:create`. May write the events `task.post_create`, `prompt_run.completed`. Where an organization has prompts for `task.pre_create`, they are asked before.
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one task
         * @description Needs the permission `task:read`.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /**
         * Delete a task; its comments and events stay
         * @description Needs the permission `task:archive`. May write the events `task.post_archive`.
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        /**
         * Change fields of a task; another status puts it at the end of that column
         * @description Needs the permission `task:update`. May write the events `task.post_update`, `task.completed`, `prompt_run.completed`. Where an organization has prompts for `task.pre_update`, they are asked before.
         */
        patch: operations["updateTask"];
        trace?: never;
    };
    "/tasks/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a task at a position of a column; the others make room
         * @description Needs the permission `task:update`. May write the events `task.post_update`, `task.completed`, `prompt_run.completed`. Where an organization has prompts for `task.pre_update`, they are asked before.
         */
        post: operations["moveTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{taskId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments of a task, oldest first
         * @description Needs the permission `task_comment:read`.
         */
        get: operations["listTaskComments"];
        put?: never;
        /**
         * Comment on a task, or reply to a comment
         * @description Needs the permission `task_comment:create`. May write the events `task.comment.created`.
         */
        post: operations["createTaskComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{taskId}/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment
         * @description Needs the permission `task_comment:archive`. May write the events `task.comment.deleted`.
         */
        delete: operations["deleteTaskComment"];
        options?: never;
        head?: never;
        /**
         * Edit your own comment
         * @description Needs the permission `task_comment:update`. May write the events `task.comment.updated`.
         */
        patch: operations["updateTaskComment"];
        trace?: never;
    };
    "/tasks/{taskId}/relations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how a task relates to others that you may read, in both directions
         * @description Needs the permission `task:read`.
         */
        get: operations["listTaskRelations"];
        put?: never;
        /**
         * Relate a task to another; blocks and precedes close no circle
         * @description Needs the permission `task:update`. May write the events `task.relation_added`.
         */
        post: operations["createTaskRelation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{taskId}/relations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one relation of a task
         * @description Needs the permission `task:read`.
         */
        get: operations["getTaskRelation"];
        put?: never;
        post?: never;
        /**
         * Take a relation back
         * @description Needs the permission `task:update`. May write the events `task.relation_removed`.
         */
        delete: operations["deleteTaskRelation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{taskId}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your reminders of a task and the one of the task itself, the next first
         * @description Needs the permission `task:read`.
         */
        get: operations["listTaskReminders"];
        put?: never;
        /**
         * Be reminded of a task, so long before it is due or at a moment
         * @description Needs the permission `task:read`. May write the events `task.reminder_added`.
         */
        post: operations["createTaskReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{taskId}/reminders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one reminder
         * @description Needs the permission `task:read`.
         */
        get: operations["getTaskReminder"];
        put?: never;
        post?: never;
        /**
         * Take a reminder of yours back
         * @description Needs the permission `task:read`. May write the events `task.reminder_removed`.
         */
        delete: operations["deleteTaskReminder"];
        options?: never;
        head?: never;
        /**
         * Be reminded at another moment
         * @description Needs the permission `task:read`. May write the events `task.reminder_changed`.
         */
        patch: operations["updateTaskReminder"];
        trace?: never;
    };
    "/tasks/board": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The columns of the board: how many tasks each has, and the first of them
         * @description Needs the permission `task:read`.
         */
        get: operations["getTaskBoard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change or move up to 200 tasks at once: all of them or none
         * @description Needs the permission `task:update`. May write the events `task.post_update`, `task.completed`, `prompt_run.completed`. Where an organization has prompts for `task.pre_update`, they are asked before.
         */
        post: operations["bulkUpdateTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a file of tasks, assembled by a worker
         * @description Needs the permission `task:export`. May write the events `export.post_create`, `task.post_export`, `export.failed`.
         */
        post: operations["exportTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List teams
         * @description Needs the permission `team:read`.
         */
        get: operations["listTeams"];
        put?: never;
        /**
         * Create a team
         * @description Needs the permission `team:create`. May write the events `team.post_create`.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one team
         * @description Needs the permission `team:read`.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        /**
         * Delete a team
         * @description Needs the permission `team:archive`. May write the events `team.post_archive`.
         */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /**
         * Change fields of a team
         * @description Needs the permission `team:update`. May write the events `team.post_update`, `team.moved`.
         */
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/teams/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a team and give what hangs on it to another
         * @description Needs the permission `team:archive`. May write the events `team.member_joined`, `team.member_left`, `team.post_update`, `team.moved`, `team.post_archive`, `team.merged`, `employee.change_cancelled`, `employee.change_scheduled`, `employee.change_applied`, `employee.post_update`, `employee.manager_changed`, `employee.hired`, `employee.terminated`, `employee.rehired`, `team.member_changed`, `grant.post_create`, `grant.post_archive`, `position.vacated`, `grant.expired`, `task.post_update`, `position.post_update`, `initiative.post_update`, `task_view.post_update`.
         */
        post: operations["archiveTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a team into another, which takes all that hangs on it
         * @description Needs the permission `team:manage`. May write the events `team.member_joined`, `team.member_left`, `team.post_update`, `team.moved`, `team.post_archive`, `team.merged`, `employee.change_cancelled`, `employee.change_scheduled`, `employee.change_applied`, `employee.post_update`, `employee.manager_changed`, `employee.hired`, `employee.terminated`, `employee.rehired`, `team.member_changed`, `grant.post_create`, `grant.post_archive`, `position.vacated`, `grant.expired`, `task.post_update`, `position.post_update`, `initiative.post_update`, `task_view.post_update`.
         */
        post: operations["mergeTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a team below another, or at the top
         * @description Needs the permission `team:update`. May write the events `team.post_update`, `team.moved`.
         */
        post: operations["moveTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted team back
         * @description Needs the permission `team:manage`. May write the events `team.post_restore`.
         */
        post: operations["restoreTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{teamId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a team
         * @description Needs the permission `team:read`.
         */
        get: operations["listTeamMembers"];
        put?: never;
        /**
         * Add an employee to a squad or committee
         * @description Needs the permission `team:update`. May write the events `team.member_joined`.
         */
        post: operations["createTeamMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{teamId}/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one membership, also one that has ended
         * @description Needs the permission `team:read`.
         */
        get: operations["getTeamMember"];
        put?: never;
        post?: never;
        /**
         * Let a member leave the team
         * @description Needs the permission `team:update`. May write the events `team.member_left`.
         */
        delete: operations["deleteTeamMember"];
        options?: never;
        head?: never;
        /**
         * Change what a member is in the team, or how much of their time it gets
         * @description Needs the permission `team:update`. May write the events `team.member_changed`.
         */
        patch: operations["updateTeamMember"];
        trace?: never;
    };
    "/teams/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All teams, each with those below it
         * @description Needs the permission `team:read`.
         */
        get: operations["getTeamTree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Needs the permission `user:read`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user; one without a password is invited by mail
         * @description Needs the permission `user:create`. May write the events `user.post_create`, `user.invited`, `user_identity.post_create`, `grant.post_create`.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one user
         * @description Needs the permission `user:read`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user: they sign in no more, and their address is free
         * @description Needs the permission `user:archive`. May write the events `user.post_archive`, `auth.logout`.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a user; an address is changed by its holder alone
         * @description Needs the permission `user:update`. May write the events `user.post_update`.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/users/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take access away: sessions, tokens and keys stop at the next request
         * @description Needs the permission `user:archive`. May write the events `user.post_update`, `user.deactivated`, `auth.logout`, `task.post_update`.
         */
        post: operations["deactivateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy what is known about a deactivated user, for good; for owners
         * @description Needs the permission `user:manage`. May write the events `user.erased`, `user.post_archive`.
         */
        post: operations["eraseUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ways in which a user signs in
         * @description Needs the permission `user_identity:read`.
         */
        get: operations["listUserIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/identities/{identity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a way to sign in away; the last one stays
         * @description Needs the permission `user_identity:archive`. May write the events `user_identity.post_archive`, `user.post_update`.
         */
        delete: operations["deleteUserIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a user may do
         * @description Needs the permission `grant:read`.
         */
        get: operations["listUserPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What colleagues see of a user
         * @description Needs the permission `user:read`.
         */
        get: operations["getUserProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Fill in a profile: your own, or one you manage
         * @description Needs the permission `user:update`. May write the events `user.profile_updated`.
         */
        patch: operations["updateUserProfile"];
        trace?: never;
    };
    "/users/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give access back
         * @description Needs the permission `user:manage`. May write the events `user.post_update`, `user.activated`.
         */
        post: operations["reactivateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/resend-invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * @description Needs the permission `user:update`. May write the events `user.invited`.
         */
        post: operations["resendUserInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/reset-mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the second factor from a user who lost it; their sessions end
         * @description Needs the permission `user:manage`. May write the events `mfa.reset`, `auth.logout`.
         */
        post: operations["resetUserMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a deleted user back, deactivated
         * @description Needs the permission `user:manage`. May write the events `user.post_update`.
         */
        post: operations["restoreUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/revoke-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a user out everywhere; their API keys go on
         * @description Needs the permission `user:manage`. May write the events `auth.logout`.
         */
        post: operations["revokeUserSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a file of users, assembled by a worker
         * @description Needs the permission `user:export`. May write the events `export.post_create`, `user.post_export`, `export.failed`.
         */
        post: operations["exportUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import users from a CSV file: all of its rows or none
         * @description Needs the permission `user:manage`. May write the events `import.post_create`, `import.completed`, `import.failed`.
         */
        post: operations["importUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite somebody by mail, who may be an employee already
         * @description Needs the permission `user:create`. May write the events `user.post_create`, `user.invited`, `user_identity.post_create`, `employee.post_update`, `grant.post_create`, `grant.post_archive`, `grant.expired`.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who you are, where, and in which roles
         * @description Needs a credential and no permission.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name, language, time zone or picture
         * @description Needs a credential and no permission. May write the events `user.post_update`.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/users/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for another e-mail address; a token is mailed there
         * @description Needs a credential and no permission. May write the events `user.email_change_requested`.
         */
        post: operations["requestEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm another e-mail address with the token that was mailed there
         * @description Needs a credential and no permission. May write the events `user.post_update`, `user.email_changed`.
         */
        post: operations["confirmEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what you may do
         * @description Needs a credential and no permission.
         */
        get: operations["listMyPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Needs the permission `webhook_endpoint:read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint; its signing secret is shown this once
         * @description Needs the permission `webhook_endpoint:create`. May write the events `webhook_endpoint.post_create`. Shown once, and left out when an answer comes again: `secret`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one webhook endpoint with its latest deliveries
         * @description Needs the permission `webhook_endpoint:read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint; what was still to be sent is cancelled
         * @description Needs the permission `webhook_endpoint:archive`. May write the events `webhook_endpoint.post_archive`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint, or switch it on or off
         * @description Needs the permission `webhook_endpoint:update`. May write the events `webhook_endpoint.post_update`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries to a webhook endpoint, newest first
         * @description Needs the permission `webhook_endpoint:read`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{did}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a failed delivery again
         * @description Needs the permission `webhook_endpoint:update`. May write the events `webhook_endpoint.delivery_retried`.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/retry-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what failed since a time, at most 1,000 events a call
         * @description Needs the permission `webhook_endpoint:update`. May write the events `webhook_endpoint.failed_retried`.
         */
        post: operations["retryFailedWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send past events to a webhook endpoint again, behind what is live
         * @description Needs the permission `webhook_endpoint:update`. May write the events `webhook_endpoint.replay_started`.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replays to a webhook endpoint, newest first
         * @description Needs the permission `webhook_endpoint:read`.
         */
        get: operations["listWebhookReplays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replays/{rid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch one replay with how far it is
         * @description Needs the permission `webhook_endpoint:read`.
         */
        get: operations["getWebhookReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replays/{rid}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a replay; what it queued and was not sent yet is cancelled
         * @description Needs the permission `webhook_endpoint:update`. May write the events `webhook_endpoint.replay_cancelled`.
         */
        post: operations["cancelWebhookReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook endpoint a new signing secret, shown this once; the old one signs too for a time
         * @description Needs the permission `webhook_endpoint:update`. May write the events `webhook_endpoint.secret_rotated`. Shown once, and left out when an answer comes again: `secret`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How deliveries to a webhook endpoint went: success rate, durations, the last failure, what waits
         * @description Needs the permission `webhook_endpoint:read`.
         */
        get: operations["getWebhookStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint
         * @description Needs the permission `webhook_endpoint:update`. May write the events `webhook.test`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @example {
         *       "token": "example",
         *       "password": "a perfectly fine password",
         *       "first_name": "Ada",
         *       "last_name": "Lovelace"
         *     }
         */
        AcceptInvitationRequest: {
            first_name?: string;
            last_name?: string;
            password: string;
            token: string;
        };
        /** @description An event of a type that this version knows. Later versions may have more types */
        AnyEvent: components["schemas"]["ApiKeyExpiredEvent"] | components["schemas"]["ApiKeyExpiringEvent"] | components["schemas"]["ApiKeyPostArchiveEvent"] | components["schemas"]["ApiKeyPostCreateEvent"] | components["schemas"]["ApiKeyPostUpdateEvent"] | components["schemas"]["AuditLogPostExportEvent"] | components["schemas"]["AuditLogSealedEvent"] | components["schemas"]["AuditSearchPostArchiveEvent"] | components["schemas"]["AuditSearchPostCreateEvent"] | components["schemas"]["AuditSearchPostUpdateEvent"] | components["schemas"]["AuthLoginEvent"] | components["schemas"]["AuthLogoutEvent"] | components["schemas"]["AuthPasswordChangedEvent"] | components["schemas"]["AuthPasswordResetEvent"] | components["schemas"]["AuthPasswordResetRequestedEvent"] | components["schemas"]["AuthStreamTicketIssuedEvent"] | components["schemas"]["AuthTokenRefreshedEvent"] | components["schemas"]["AuthTokenReuseDetectedEvent"] | components["schemas"]["EmployeeChangeAppliedEvent"] | components["schemas"]["EmployeeChangeCancelledEvent"] | components["schemas"]["EmployeeChangeProposedEvent"] | components["schemas"]["EmployeeChangeScheduledEvent"] | components["schemas"]["EmployeeHiredEvent"] | components["schemas"]["EmployeeManagerChangedEvent"] | components["schemas"]["EmployeePostArchiveEvent"] | components["schemas"]["EmployeePostCreateEvent"] | components["schemas"]["EmployeePostExportEvent"] | components["schemas"]["EmployeePostUpdateEvent"] | components["schemas"]["EmployeeRehiredEvent"] | components["schemas"]["EmployeeTerminatedEvent"] | components["schemas"]["EnumPostArchiveEvent"] | components["schemas"]["EnumPostCreateEvent"] | components["schemas"]["EnumPostUpdateEvent"] | components["schemas"]["EnumValuePostArchiveEvent"] | components["schemas"]["EnumValuePostCreateEvent"] | components["schemas"]["EnumValuePostUpdateEvent"] | components["schemas"]["EnumValueReplacedEvent"] | components["schemas"]["ExportFailedEvent"] | components["schemas"]["ExportPostArchiveEvent"] | components["schemas"]["ExportPostCreateEvent"] | components["schemas"]["FilePostArchiveEvent"] | components["schemas"]["FilePostCreateEvent"] | components["schemas"]["FileRefusedEvent"] | components["schemas"]["FileUploadedEvent"] | components["schemas"]["GrantExpiredEvent"] | components["schemas"]["GrantPostArchiveEvent"] | components["schemas"]["GrantPostCreateEvent"] | components["schemas"]["ImportCompletedEvent"] | components["schemas"]["ImportFailedEvent"] | components["schemas"]["ImportPostCreateEvent"] | components["schemas"]["InitiativeCompletedEvent"] | components["schemas"]["InitiativeHealthChangedEvent"] | components["schemas"]["InitiativePostArchiveEvent"] | components["schemas"]["InitiativePostCreateEvent"] | components["schemas"]["InitiativePostExportEvent"] | components["schemas"]["InitiativePostRestoreEvent"] | components["schemas"]["InitiativePostUpdateEvent"] | components["schemas"]["InitiativeTaskLinkedEvent"] | components["schemas"]["InitiativeTaskUnlinkedEvent"] | components["schemas"]["InitiativeUpdateDueEvent"] | components["schemas"]["InitiativeMemberPostArchiveEvent"] | components["schemas"]["InitiativeMemberPostCreateEvent"] | components["schemas"]["InitiativeMemberPostUpdateEvent"] | components["schemas"]["InitiativeUpdatePostCreateEvent"] | components["schemas"]["MfaDisabledEvent"] | components["schemas"]["MfaEnabledEvent"] | components["schemas"]["MfaEnrolmentStartedEvent"] | components["schemas"]["MfaFailedEvent"] | components["schemas"]["MfaProvenEvent"] | components["schemas"]["MfaRecoveryUsedEvent"] | components["schemas"]["MfaResetEvent"] | components["schemas"]["OrganizationAddressCreatedEvent"] | components["schemas"]["OrganizationAddressDeletedEvent"] | components["schemas"]["OrganizationAddressUpdatedEvent"] | components["schemas"]["OrganizationClosedEvent"] | components["schemas"]["OrganizationClosingEvent"] | components["schemas"]["OrganizationContactCreatedEvent"] | components["schemas"]["OrganizationContactDeletedEvent"] | components["schemas"]["OrganizationContactUpdatedEvent"] | components["schemas"]["OrganizationOwnershipTransferredEvent"] | components["schemas"]["OrganizationPostCreateEvent"] | components["schemas"]["OrganizationPostExportEvent"] | components["schemas"]["OrganizationPostUpdateEvent"] | components["schemas"]["OrganizationReopenedEvent"] | components["schemas"]["OrganizationSettingChangedEvent"] | components["schemas"]["OrganizationSocialLinkCreatedEvent"] | components["schemas"]["OrganizationSocialLinkDeletedEvent"] | components["schemas"]["OrganizationSocialLinkUpdatedEvent"] | components["schemas"]["OrganizationVerifiedEvent"] | components["schemas"]["PositionClosedEvent"] | components["schemas"]["PositionFrozenEvent"] | components["schemas"]["PositionOpenedEvent"] | components["schemas"]["PositionPostArchiveEvent"] | components["schemas"]["PositionPostCreateEvent"] | components["schemas"]["PositionPostRestoreEvent"] | components["schemas"]["PositionPostUpdateEvent"] | components["schemas"]["PositionVacatedEvent"] | components["schemas"]["PromptRunAppliedEvent"] | components["schemas"]["PromptRunCompletedEvent"] | components["schemas"]["PromptTemplatePostArchiveEvent"] | components["schemas"]["PromptTemplatePostCreateEvent"] | components["schemas"]["PromptTemplatePostRestoreEvent"] | components["schemas"]["PromptTemplatePostUpdateEvent"] | components["schemas"]["RolePermissionsChangedEvent"] | components["schemas"]["RolePostArchiveEvent"] | components["schemas"]["RolePostCreateEvent"] | components["schemas"]["RolePostUpdateEvent"] | components["schemas"]["TaskCommentCreatedEvent"] | components["schemas"]["TaskCommentDeletedEvent"] | components["schemas"]["TaskCommentUpdatedEvent"] | components["schemas"]["TaskCompletedEvent"] | components["schemas"]["TaskPostArchiveEvent"] | components["schemas"]["TaskPostCreateEvent"] | components["schemas"]["TaskPostExportEvent"] | components["schemas"]["TaskPostUpdateEvent"] | components["schemas"]["TaskRelationAddedEvent"] | components["schemas"]["TaskRelationRemovedEvent"] | components["schemas"]["TaskReminderAddedEvent"] | components["schemas"]["TaskReminderChangedEvent"] | components["schemas"]["TaskReminderDueEvent"] | components["schemas"]["TaskReminderRemovedEvent"] | components["schemas"]["TaskLabelMergedEvent"] | components["schemas"]["TaskLabelPostArchiveEvent"] | components["schemas"]["TaskLabelPostCreateEvent"] | components["schemas"]["TaskLabelPostRestoreEvent"] | components["schemas"]["TaskLabelPostUpdateEvent"] | components["schemas"]["TaskViewPostArchiveEvent"] | components["schemas"]["TaskViewPostCreateEvent"] | components["schemas"]["TaskViewPostRestoreEvent"] | components["schemas"]["TaskViewPostUpdateEvent"] | components["schemas"]["TeamMemberChangedEvent"] | components["schemas"]["TeamMemberJoinedEvent"] | components["schemas"]["TeamMemberLeftEvent"] | components["schemas"]["TeamMergedEvent"] | components["schemas"]["TeamMovedEvent"] | components["schemas"]["TeamPostArchiveEvent"] | components["schemas"]["TeamPostCreateEvent"] | components["schemas"]["TeamPostRestoreEvent"] | components["schemas"]["TeamPostUpdateEvent"] | components["schemas"]["UserActivatedEvent"] | components["schemas"]["UserDeactivatedEvent"] | components["schemas"]["UserEmailChangeRequestedEvent"] | components["schemas"]["UserEmailChangedEvent"] | components["schemas"]["UserErasedEvent"] | components["schemas"]["UserInvitedEvent"] | components["schemas"]["UserPostArchiveEvent"] | components["schemas"]["UserPostCreateEvent"] | components["schemas"]["UserPostExportEvent"] | components["schemas"]["UserPostUpdateEvent"] | components["schemas"]["UserProfileUpdatedEvent"] | components["schemas"]["UserVerificationRequestedEvent"] | components["schemas"]["UserIdentityPostArchiveEvent"] | components["schemas"]["UserIdentityPostCreateEvent"] | components["schemas"]["WebhookTestEvent"] | components["schemas"]["WebhookEndpointDeliveryRetriedEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"] | components["schemas"]["WebhookEndpointFailedRetriedEvent"] | components["schemas"]["WebhookEndpointFailingEvent"] | components["schemas"]["WebhookEndpointPostArchiveEvent"] | components["schemas"]["WebhookEndpointPostCreateEvent"] | components["schemas"]["WebhookEndpointPostUpdateEvent"] | components["schemas"]["WebhookEndpointRefusedEvent"] | components["schemas"]["WebhookEndpointReplayCancelledEvent"] | components["schemas"]["WebhookEndpointReplayStartedEvent"] | components["schemas"]["WebhookEndpointSecretRotatedEvent"];
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "user_id": 1,
         *       "name": "Platform",
         *       "description": "What it is about",
         *       "prefix": "example",
         *       "permissions": [
         *         "task:read"
         *       ],
         *       "allowed_cidrs": [
         *         "example"
         *       ],
         *       "rotated_from_id": 1,
         *       "expires_at": "2031-03-14T09:26:53.589Z",
         *       "last_used_at": "2026-03-14T09:26:53.589Z",
         *       "last_used_ip": "example",
         *       "revoked_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1
         *     }
         */
        ApiKey: {
            /** @description Empty: from anywhere */
            allowed_cidrs: string[];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number;
            description: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            expires_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /**
             * Format: date-time
             * @description Written at most once a minute
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly last_used_at: string | null;
            readonly last_used_ip: string | null;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /** @description Empty: everything its user may do */
            permissions: string[];
            readonly prefix: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly revoked_at: string | null;
            /**
             * Format: int32
             * @description The key that this one takes over from
             */
            readonly rotated_from_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            user_id: number;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "description": "What it is about",
         *       "permissions": [
         *         "task:read"
         *       ],
         *       "expires_at": "2031-03-14T09:26:53.589Z"
         *     }
         */
        ApiKeyCreate: {
            allowed_cidrs?: string[];
            description?: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            expires_at?: string | null;
            name: string;
            permissions?: string[];
            /**
             * Format: int32
             * @description A service user that the key is to act as
             */
            user_id?: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "user_id": 1,
         *       "name": "Platform",
         *       "description": "What it is about",
         *       "prefix": "example",
         *       "permissions": [
         *         "task:read"
         *       ],
         *       "allowed_cidrs": [
         *         "example"
         *       ],
         *       "rotated_from_id": 1,
         *       "expires_at": "2031-03-14T09:26:53.589Z",
         *       "last_used_at": "2026-03-14T09:26:53.589Z",
         *       "last_used_ip": "example",
         *       "revoked_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "key": "example"
         *     }
         */
        ApiKeyCreated: {
            /** @description Empty: from anywhere */
            allowed_cidrs: string[];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            created_by: number;
            description: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            expires_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /** @description The key itself, shown this once */
            key?: string;
            /**
             * Format: date-time
             * @description Written at most once a minute
             * @example 2026-03-14T09:26:53.589Z
             */
            last_used_at: string | null;
            last_used_ip: string | null;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /** @description Empty: everything its user may do */
            permissions: string[];
            prefix: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            revoked_at: string | null;
            /**
             * Format: int32
             * @description The key that this one takes over from
             */
            rotated_from_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            updated_by: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            user_id: number;
        };
        /** @description An API key has come to its end. It is told after the fact: the key stopped by itself. It is about the API key. */
        ApiKeyExpiredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "api_key";
            /** @enum {string} */
            event_type: "api_key.expired";
            payload: {
                /** @enum {string} */
                action?: "expired";
                /** @enum {string} */
                record_type?: "api_key";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "api_key.expired";
        };
        /** @description An API key ends in a week, and again: in a day. Its owner gets a mail as well. It is about the API key. */
        ApiKeyExpiringEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "api_key";
            /** @enum {string} */
            event_type: "api_key.expiring";
            payload: {
                /** @enum {string} */
                action?: "expiring";
                /** @enum {string} */
                record_type?: "api_key";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "api_key.expiring";
        };
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "description": "What it is about",
         *       "permissions": [
         *         "task:read"
         *       ]
         *     }
         */
        ApiKeyPatch: {
            allowed_cidrs?: string[];
            description?: string;
            name?: string;
            permissions?: string[];
        };
        /** @description An API key was revoked: it is refused from the next request on. It is about the API key. */
        ApiKeyPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "api_key";
            /** @enum {string} */
            event_type: "api_key.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "api_key";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "api_key.post_archive";
        };
        /** @description An API key was made, or came to take over from one that is rotated. It is about the API key. */
        ApiKeyPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "api_key";
            /** @enum {string} */
            event_type: "api_key.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "api_key";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "api_key.post_create";
        };
        /** @description An API key was renamed, narrowed or given another end, also by being rotated. It is about the API key. */
        ApiKeyPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "api_key";
            /** @enum {string} */
            event_type: "api_key.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "api_key";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "api_key.post_update";
        };
        /**
         * @default {}
         * @example {
         *       "fields": [
         *         "priority"
         *       ]
         *     }
         */
        ApplyPromptRunRequest: {
            /**
             * Format: int32
             * @description Which of the actions, from 0
             */
            action?: number;
            /** @description What to take over; everything that is suggested when left out */
            fields?: ("priority" | "category" | "label" | "ideal_owner")[];
        };
        /**
         * @example {
         *       "move_to": 1
         *     }
         */
        ArchiveTeamRequest: {
            /**
             * Format: int32
             * @description The team that takes members, child teams, open tasks and what else hangs on it
             */
            move_to: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "head": "example",
         *       "created_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        AuditLogCheckpoint: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /** @description The hash of that place: SHA-256 in hexadecimal */
            head: string;
            /**
             * Format: int32
             * @description The place in the chain
             */
            id: number;
        };
        AuditLogCheckpointList: {
            data: components["schemas"]["AuditLogCheckpoint"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "occurred_at": "2026-03-14T09:26:53.589Z",
         *       "event_id": 1,
         *       "actor_type": "user",
         *       "actor_id": 1,
         *       "actor_name": "example",
         *       "action": "post_create",
         *       "outcome": "success",
         *       "resource": "example",
         *       "record_id": 1,
         *       "changes": [
         *         {
         *           "field": "example",
         *           "from": {},
         *           "to": {}
         *         }
         *       ],
         *       "erased": true,
         *       "request_id": "example",
         *       "ip": "198.51.100.7",
         *       "user_agent": "example"
         *     }
         */
        AuditLogEntry: {
            action: string;
            /**
             * Format: int32
             * @description Identifier
             */
            actor_id: number | null;
            /** @description As the actor is called now */
            actor_name: string;
            /** @enum {string} */
            actor_type: "user" | "api_key" | "system";
            /** @description Without `from` and `to` where the caller may not read the resource */
            changes: {
                field: string;
                from?: unknown;
                to?: unknown;
            }[];
            /** @description The values were about a person and have been destroyed */
            erased: boolean;
            /**
             * Format: int64
             * @description The event written together with it
             */
            event_id: number | null;
            /**
             * Format: int64
             * @description Identifier
             */
            id: number;
            ip: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            occurred_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /** @enum {string} */
            outcome: "success" | "denied" | "failed";
            /**
             * Format: int64
             * @description Identifier
             */
            record_id: number | null;
            request_id: string;
            resource: string;
            user_agent: string | null;
        };
        AuditLogEntryList: {
            data: components["schemas"]["AuditLogEntry"][];
            /** Format: int64 */
            total: number;
        };
        /** @description A file of audit log is assembled and can be downloaded. The event is about the export, not about what is in it. It is about the export. */
        AuditLogPostExportEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "audit_log.post_export";
            payload: {
                /** @enum {string} */
                action?: "post_export";
                /** @enum {string} */
                record_type?: "export";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "audit_log.post_export";
        };
        /** @description Once a day: the head of the chain of the audit log. Keep it elsewhere, and the log can be checked against it. It is about the announcement. */
        AuditLogSealedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "audit_log";
            /** @enum {string} */
            event_type: "audit_log.sealed";
            payload: {
                /** @enum {string} */
                action?: "sealed";
                /** @enum {string} */
                record_type?: "audit_log";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "audit_log.sealed";
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "name": "Platform",
         *       "filter": {},
         *       "is_shared": true,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        AuditLogSearch: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            filter: {
                [key: string]: unknown;
            };
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /** @description Whether all who read the audit log see it */
            is_shared: boolean;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "filter": {
         *         "actor_id": 1,
         *         "actor_type": "user",
         *         "action": "post_create",
         *         "outcome": "success",
         *         "resource": "example",
         *         "record_id": 1,
         *         "request_id": "example",
         *         "from": "2026-03-14T09:26:53.589Z",
         *         "to": "2026-03-14T09:26:53.589Z",
         *         "q": "example"
         *       },
         *       "is_shared": false
         *     }
         */
        AuditLogSearchCreate: {
            /** @description As the list takes them, with ids as numbers */
            filter: {
                action?: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                actor_id?: number;
                /** @enum {string} */
                actor_type?: "user" | "api_key" | "system";
                /**
                 * Format: date-time
                 * @description Only entries of this moment or after it
                 * @example 2026-03-14T09:26:53.589Z
                 */
                from?: string;
                /** @enum {string} */
                outcome?: "success" | "denied" | "failed";
                /** @description Part of the action, resource, request id or name of the actor */
                q?: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                record_id?: number;
                request_id?: string;
                resource?: string;
                /**
                 * Format: date-time
                 * @description Only entries before this moment
                 * @example 2026-03-14T09:26:53.589Z
                 */
                to?: string;
            };
            /** @default false */
            is_shared?: boolean;
            name: string;
        };
        AuditLogSearchList: {
            data: components["schemas"]["AuditLogSearch"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "filter": {
         *         "actor_id": 1,
         *         "actor_type": "user",
         *         "action": "post_create",
         *         "outcome": "success",
         *         "resource": "example",
         *         "record_id": 1,
         *         "request_id": "example",
         *         "from": "2026-03-14T09:26:53.589Z",
         *         "to": "2026-03-14T09:26:53.589Z",
         *         "q": "example"
         *       },
         *       "is_shared": true
         *     }
         */
        AuditLogSearchPatch: {
            /** @description As the list takes them, with ids as numbers */
            filter?: {
                action?: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                actor_id?: number;
                /** @enum {string} */
                actor_type?: "user" | "api_key" | "system";
                /**
                 * Format: date-time
                 * @description Only entries of this moment or after it
                 * @example 2026-03-14T09:26:53.589Z
                 */
                from?: string;
                /** @enum {string} */
                outcome?: "success" | "denied" | "failed";
                /** @description Part of the action, resource, request id or name of the actor */
                q?: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                record_id?: number;
                request_id?: string;
                resource?: string;
                /**
                 * Format: date-time
                 * @description Only entries before this moment
                 * @example 2026-03-14T09:26:53.589Z
                 */
                to?: string;
            };
            is_shared?: boolean;
            name?: string;
        };
        /** @description A saved search of the audit log was deleted. It is about the saved search. */
        AuditSearchPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "audit_search";
            /** @enum {string} */
            event_type: "audit_search.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "audit_search";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "audit_search.post_archive";
        };
        /** @description A search of the audit log was saved under a name. It is about the saved search. */
        AuditSearchPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "audit_search";
            /** @enum {string} */
            event_type: "audit_search.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "audit_search";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "audit_search.post_create";
        };
        /** @description A saved search of the audit log was changed, shared or unshared. It is about the saved search. */
        AuditSearchPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "audit_search";
            /** @enum {string} */
            event_type: "audit_search.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "audit_search";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "audit_search.post_update";
        };
        /** @description Somebody signed in and has a session: by password, second factor or invitation, or by signing up. It is about the user. */
        AuthLoginEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.login";
            payload: {
                /** @enum {string} */
                action?: "login";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.login";
        };
        /** @description A session ended before its time: one event for each, whether somebody signed out or was signed out. It is about the user. */
        AuthLogoutEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.logout";
            payload: {
                /** @enum {string} */
                action?: "logout";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.logout";
        };
        /** @description Somebody changed their password; their other sessions end. It is about the user. */
        AuthPasswordChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.password_changed";
            payload: {
                /** @enum {string} */
                action?: "password_changed";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.password_changed";
        };
        /** @description A password was set by a link from a mail; all sessions of the account end. It is about the user. */
        AuthPasswordResetEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.password_reset";
            payload: {
                /** @enum {string} */
                action?: "password_reset";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.password_reset";
        };
        /** @description Somebody asked for a link to reset the password of an account that exists. It is about the user. */
        AuthPasswordResetRequestedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.password_reset_requested";
            payload: {
                /** @enum {string} */
                action?: "password_reset_requested";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.password_reset_requested";
        };
        /** @description Somebody got a ticket with which a browser opens the event stream once. It is about the user. */
        AuthStreamTicketIssuedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.stream_ticket_issued";
            payload: {
                /** @enum {string} */
                action?: "stream_ticket_issued";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.stream_ticket_issued";
        };
        /** @description A session went on: its refresh token was exchanged for new tokens. It is about the user. */
        AuthTokenRefreshedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.token_refreshed";
            payload: {
                /** @enum {string} */
                action?: "token_refreshed";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.token_refreshed";
        };
        /** @description A refresh token was used again more than ten seconds later, as a stolen one would be; its session is over. It is about the user. */
        AuthTokenReuseDetectedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.token_reuse_detected";
            payload: {
                /** @enum {string} */
                action?: "token_reuse_detected";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.token_reuse_detected";
        };
        /**
         * @example {
         *       "method_id": 1,
         *       "secret": "example",
         *       "otpauth_url": "example"
         *     }
         */
        BeginTotpAnswer: {
            /**
             * Format: int32
             * @description Identifier
             */
            method_id: number;
            /** @description What the QR code for an authenticator app holds */
            otpauth_url?: string;
            secret?: string;
        };
        /**
         * @example {
         *       "label": "Platform"
         *     }
         */
        BeginTotpRequest: {
            /** @default Authenticator app */
            label?: string;
        };
        /**
         * @example {
         *       "ids": [
         *         1
         *       ],
         *       "patch": {
         *         "title": "Prepare the board meeting",
         *         "description": "What it is about",
         *         "status": "todo",
         *         "priority": "low",
         *         "label": "Platform",
         *         "category_code": "general",
         *         "effort": "xs",
         *         "task_type": "feature",
         *         "assigned_employee_id": 1,
         *         "assigned_team_id": null,
         *         "assigned_to": null,
         *         "parent_task_id": null,
         *         "initiative_id": 1,
         *         "due_at": "2026-03-14T09:26:53.589Z",
         *         "reminder_offset": "5m",
         *         "tags": [
         *           "example"
         *         ]
         *       }
         *     }
         */
        BulkUpdateTasksRequest: {
            ids: number[];
            /** @description Puts all in one piece, in the order of ids, at the position or else the end */
            move?: {
                /** Format: int32 */
                position?: number;
                status: components["schemas"]["TaskStatus"];
            };
            /** @description What PATCH of a single task takes */
            patch?: components["schemas"]["TaskPatch"];
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "team_id": 1,
         *       "employee_id": 1,
         *       "role": "member",
         *       "allocation_percent": 1,
         *       "joined_on": "2026-03-14",
         *       "left_on": "2026-03-14",
         *       "is_home": true,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null,
         *       "warnings": [
         *         "example"
         *       ]
         *     }
         */
        ChangedTeamMember: {
            /**
             * Format: int64
             * @description How much of their time, where somebody said so
             */
            allocation_percent: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            employee_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /** @description Follows from team_id of the employee, on whatever days it named the team */
            is_home: boolean;
            /** Format: date */
            joined_on: string;
            /**
             * Format: date
             * @description The first day on which they are no member
             */
            left_on: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /** @enum {string} */
            role: "member" | "lead" | "deputy";
            /**
             * Format: int32
             * @description Identifier
             */
            team_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            updated_by: number | null;
            warnings?: string[];
        };
        /**
         * @example {
         *       "current_password": "example",
         *       "new_password": "another perfectly fine password"
         *     }
         */
        ChangePasswordRequest: {
            current_password: string;
            new_password: string;
        };
        /**
         * @example {
         *       "available": true,
         *       "suggestion": "example"
         *     }
         */
        CheckOrganizationSlugAnswer: {
            available: boolean;
            /** @description A free one like it, where it is not available */
            suggestion: string | null;
        };
        /**
         * @example {
         *       "code": "example",
         *       "name": "Platform",
         *       "description": "What it is about"
         *     }
         */
        CloneRoleRequest: {
            code: string;
            description?: string;
            name: string;
        };
        /**
         * @example {
         *       "password": "a perfectly fine password",
         *       "confirm": "example"
         *     }
         */
        CloseOrganizationRequest: {
            /** @description The slug, typed out */
            confirm: string;
            password: string;
        };
        CodeList: {
            data: string[];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "open_tasks": "keep"
         *     }
         */
        CompleteInitiativeRequest: {
            /**
             * Format: int32
             * @description The initiative that gets them
             */
            move_to?: number;
            /**
             * @description What becomes of the tasks that are neither done nor cancelled
             * @enum {string}
             */
            open_tasks: "keep" | "cancel" | "move_to";
        };
        /**
         * @example {
         *       "code": "example",
         *       "label": "Platform",
         *       "value": "none",
         *       "types": [
         *         "string"
         *       ]
         *     }
         */
        ConditionOperator: {
            code: string;
            label: string;
            /** @description The types of fields it is for */
            types: ("string" | "integer" | "number" | "boolean" | "timestamp" | "date" | "email" | "url" | "enum" | "array" | "object" | "json")[];
            /**
             * @description What it compares with
             * @enum {string}
             */
            value: "none" | "one" | "two" | "list";
        };
        ConditionOperatorList: {
            data: components["schemas"]["ConditionOperator"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "token": "example"
         *     }
         */
        ConfirmEmailChangeRequest: {
            token: string;
        };
        /**
         * @example {
         *       "token": "example",
         *       "new_password": "another perfectly fine password"
         *     }
         */
        ConfirmPasswordResetRequest: {
            new_password: string;
            token: string;
        };
        /**
         * @example {
         *       "reassign_to": 1
         *     }
         */
        DeactivateUserRequest: {
            /**
             * Format: int32
             * @description The user who takes over the open tasks that are assigned to this one
             */
            reassign_to?: number | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "employee_number": "E-1001",
         *       "user_id": 1,
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "preferred_name": "Ada",
         *       "work_email": "example",
         *       "phone": "+43 1 5872130",
         *       "status": "pre_hire",
         *       "employment_type": "full_time",
         *       "job_title": "Engineer",
         *       "hire_date": "2031-03-14",
         *       "original_hire_date": "2026-03-14",
         *       "end_date": null,
         *       "fte": "0.8",
         *       "time_zone": "example",
         *       "position_id": 1,
         *       "team_id": 1,
         *       "manager_id": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Employee: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            employee_number: string;
            /** @enum {string} */
            employment_type: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /**
             * Format: date
             * @description The first day on which they are employed no more
             */
            end_date: string | null;
            first_name: string;
            /**
             * @description Share of a full position
             * @example 0.8
             */
            fte: string;
            /** Format: date */
            hire_date: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            job_title: string | null;
            last_name: string;
            /**
             * Format: int32
             * @description The employee this one reports to
             */
            manager_id: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: date
             * @description The first of several hire dates
             */
            readonly original_hire_date: string | null;
            phone: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            position_id: number | null;
            preferred_name: string | null;
            /** @enum {string} */
            status: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
            /**
             * Format: int32
             * @description The home team
             */
            team_id: number | null;
            /** @description Where their days begin; in the zone of the organization when null */
            time_zone: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            user_id: number | null;
            work_email: string | null;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "employee_id": 1,
         *       "effective_date": "2026-03-14",
         *       "sequence": 1,
         *       "kind": "hire",
         *       "set": {},
         *       "previous": {},
         *       "reason_code": "example",
         *       "note": "Agreed with everybody",
         *       "state": "proposed",
         *       "corrects_id": 1,
         *       "because_of_id": 1,
         *       "applies_at": "2026-03-14T09:26:53.589Z",
         *       "applied_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        EmployeeChange: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly applied_at: string | null;
            /**
             * Format: date-time
             * @description When the day begins where the employee is
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly applies_at: string | null;
            /**
             * Format: int32
             * @description The change that this one follows from
             */
            readonly because_of_id: number | null;
            /**
             * Format: int32
             * @description The change whose place this one takes
             */
            corrects_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /** Format: date */
            effective_date: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly employee_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /** @enum {string} */
            kind: "hire" | "position" | "promotion" | "transfer" | "manager" | "team" | "fte" | "status" | "rehire" | "termination" | "correction";
            note: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /** @description What held before, when this was decided */
            readonly previous: {
                [key: string]: unknown;
            };
            reason_code: string | null;
            /**
             * Format: int64
             * @description The order of changes of one day
             */
            readonly sequence: number;
            /** @description What holds from that day on */
            set: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            readonly state: "proposed" | "scheduled" | "applied" | "cancelled";
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /** @description A change of an employee became true: at once, or because its day has come. It is about the employee. */
        EmployeeChangeAppliedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.change_applied";
            payload: {
                /** @enum {string} */
                action?: "change_applied";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.change_applied";
        };
        /** @description A proposed or scheduled change was withdrawn, declined, or cannot be made any more. It is about the employee. */
        EmployeeChangeCancelledEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.change_cancelled";
            payload: {
                /** @enum {string} */
                action?: "change_cancelled";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.change_cancelled";
        };
        /**
         * @example {
         *       "effective_date": "2026-04-01",
         *       "kind": "promotion",
         *       "set": {
         *         "position_id": 7
         *       }
         *     }
         */
        EmployeeChangeCreate: {
            /**
             * Format: int32
             * @description With a correction: the change whose place it takes
             */
            corrects_id?: number;
            /** Format: date */
            effective_date: string;
            /** @enum {string} */
            kind: "position" | "promotion" | "transfer" | "manager" | "team" | "fte" | "status" | "correction";
            note?: string | null;
            reason_code?: string | null;
            set: {
                /** @enum {string} */
                employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
                /**
                 * Format: date
                 * @description When they are expected to leave
                 */
                end_date?: string | null;
                /** @example 0.8 */
                fte?: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                manager_id?: number | null;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                position_id?: number | null;
                /** @enum {string} */
                status?: "active" | "on_leave" | "suspended";
                /**
                 * Format: int32
                 * @description Identifier
                 */
                team_id?: number | null;
            };
        };
        EmployeeChangeList: {
            data: components["schemas"]["EmployeeChange"][];
            /** Format: int64 */
            total: number;
        };
        /** @description Somebody without the right to decide proposed a change of an employee. It is about the employee. */
        EmployeeChangeProposedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.change_proposed";
            payload: {
                /** @enum {string} */
                action?: "change_proposed";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.change_proposed";
        };
        /** @description A change of an employee was decided for a later day, a hire among them; it can still be cancelled. It is about the employee. */
        EmployeeChangeScheduledEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.change_scheduled";
            payload: {
                /** @enum {string} */
                action?: "change_scheduled";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.change_scheduled";
        };
        /**
         * @example {
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "hire_date": "2031-03-14",
         *       "preferred_name": "Ada",
         *       "work_email": "ada@example.com",
         *       "phone": "+43 1 5872130",
         *       "job_title": "Engineer",
         *       "time_zone": "Europe/Berlin",
         *       "employee_number": "E-1001",
         *       "status": "pre_hire",
         *       "employment_type": "full_time",
         *       "end_date": null,
         *       "fte": "0.8"
         *     }
         */
        EmployeeCreate: {
            /** @description The next free one when left out */
            employee_number?: string;
            /** @enum {string} */
            employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /** Format: date */
            end_date?: string | null;
            first_name: string;
            /** @example 0.8 */
            fte?: string;
            /** Format: date */
            hire_date: string;
            job_title?: string | null;
            last_name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            manager_id?: number | null;
            phone?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            position_id?: number | null;
            preferred_name?: string | null;
            /**
             * @description When left out: pre_hire until the hire date, active from then on
             * @enum {string}
             */
            status?: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
            /**
             * Format: int32
             * @description Identifier
             */
            team_id?: number | null;
            /**
             * @description IANA time zone
             * @example Europe/Berlin
             */
            time_zone?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            user_id?: number | null;
            /** Format: email */
            work_email?: string | null;
        };
        /** @description Somebody works here from now on: entered on or after their first day, or that day has come. It is about the employee. */
        EmployeeHiredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.hired";
            payload: {
                /** @enum {string} */
                action?: "hired";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.hired";
        };
        /**
         * @example {
         *       "since": "2026-03-14",
         *       "until": "2026-03-14",
         *       "change_ids": [
         *         1
         *       ],
         *       "status": "pre_hire",
         *       "employment_type": "full_time",
         *       "fte": "example",
         *       "position_id": 1,
         *       "team_id": 1,
         *       "manager_id": 1,
         *       "hire_date": "2031-03-14",
         *       "end_date": null
         *     }
         */
        EmployeeHistorySpan: {
            /** @description The changes of the day it began */
            change_ids: number[];
            /** @enum {string} */
            employment_type: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /** Format: date */
            end_date: string | null;
            fte: string;
            /** Format: date */
            hire_date: string;
            /**
             * Format: int32
             * @description Identifier
             */
            manager_id: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            position_id: number | null;
            /** Format: date */
            since: string;
            /** @enum {string} */
            status: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
            /**
             * Format: int32
             * @description Identifier
             */
            team_id: number | null;
            /**
             * Format: date
             * @description The first day on which it is true no more
             */
            until: string | null;
        };
        EmployeeHistorySpanList: {
            data: components["schemas"]["EmployeeHistorySpan"][];
            /** Format: int64 */
            total: number;
        };
        EmployeeList: {
            data: components["schemas"]["Employee"][];
            /** Format: int64 */
            total: number;
        };
        /** @description An employee has another manager, or none; in addition to employee.post_update. It is about the employee. */
        EmployeeManagerChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.manager_changed";
            payload: {
                /** @enum {string} */
                action?: "manager_changed";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.manager_changed";
        };
        /**
         * @example {
         *       "preferred_name": "Ada",
         *       "work_email": "ada@example.com",
         *       "phone": "+43 1 5872130",
         *       "job_title": "Engineer",
         *       "time_zone": "Europe/Berlin"
         *     }
         */
        EmployeePatch: {
            job_title?: string | null;
            phone?: string | null;
            preferred_name?: string | null;
            /**
             * @description IANA time zone
             * @example Europe/Berlin
             */
            time_zone?: string | null;
            /** Format: email */
            work_email?: string | null;
        };
        /** @description An employee was deleted, as one entered by mistake is. Who leaves is terminated instead. It is about the employee. */
        EmployeePostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.post_archive";
        };
        /** @description An employee was entered, whether they work already, will, or have left. It is about the employee. */
        EmployeePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.post_create";
        };
        /** @description A file of employees is assembled and can be downloaded. The event is about the export, not about what is in it. It is about the export. */
        EmployeePostExportEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "employee.post_export";
            payload: {
                /** @enum {string} */
                action?: "post_export";
                /** @enum {string} */
                record_type?: "export";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.post_export";
        };
        /** @description Something about an employee changed: their own data, or what a change of their timeline made true today. It is about the employee. */
        EmployeePostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.post_update";
        };
        /** @description Somebody who had left works here again; in addition to employee.post_update. It is about the employee. */
        EmployeeRehiredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.rehired";
            payload: {
                /** @enum {string} */
                action?: "rehired";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.rehired";
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "employee_number": "E-1001",
         *       "user_id": 1,
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "preferred_name": "Ada",
         *       "work_email": "example",
         *       "phone": "+43 1 5872130",
         *       "status": "pre_hire",
         *       "employment_type": "full_time",
         *       "job_title": "Engineer",
         *       "hire_date": "2031-03-14",
         *       "original_hire_date": "2026-03-14",
         *       "end_date": null,
         *       "fte": "0.8",
         *       "time_zone": "example",
         *       "position_id": 1,
         *       "team_id": 1,
         *       "manager_id": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null,
         *       "level": 1
         *     }
         */
        EmployeeReport: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            deleted_at: string | null;
            employee_number: string;
            /** @enum {string} */
            employment_type: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /**
             * Format: date
             * @description The first day on which they are employed no more
             */
            end_date: string | null;
            first_name: string;
            /**
             * @description Share of a full position
             * @example 0.8
             */
            fte: string;
            /** Format: date */
            hire_date: string;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            job_title: string | null;
            last_name: string;
            /**
             * Format: int64
             * @description 1 for direct reports
             */
            level: number;
            /**
             * Format: int32
             * @description The employee this one reports to
             */
            manager_id: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /**
             * Format: date
             * @description The first of several hire dates
             */
            original_hire_date: string | null;
            phone: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            position_id: number | null;
            preferred_name: string | null;
            /** @enum {string} */
            status: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
            /**
             * Format: int32
             * @description The home team
             */
            team_id: number | null;
            /** @description Where their days begin; in the zone of the organization when null */
            time_zone: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            updated_by: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            user_id: number | null;
            work_email: string | null;
        };
        EmployeeReportList: {
            data: components["schemas"]["EmployeeReport"][];
            /** Format: int64 */
            total: number;
        };
        /** @description Somebody works here no more: their last day is over; in addition to employee.post_update. It is about the employee. */
        EmployeeTerminatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.terminated";
            payload: {
                /** @enum {string} */
                action?: "terminated";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.terminated";
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "code": "example",
         *       "label": "Platform",
         *       "is_system": true,
         *       "is_extensible": true,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Enum: {
            code: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /** @description Whether values can be added */
            readonly is_extensible: boolean;
            /** @description One that the service itself works with */
            readonly is_system: boolean;
            label: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "code": "example",
         *       "label": "Platform"
         *     }
         */
        EnumCreate: {
            code: string;
            label: string;
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "code": "example",
         *       "label": "Platform",
         *       "is_system": true,
         *       "is_extensible": true,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null,
         *       "values": [
         *         {
         *           "org_id": 1,
         *           "id": 1,
         *           "enum_id": 1,
         *           "code": "example",
         *           "label": "Platform",
         *           "color": "#1f6feb",
         *           "icon": "example",
         *           "position": 1,
         *           "is_active": true,
         *           "is_default": true,
         *           "is_system": true,
         *           "translations": {},
         *           "replaced_with": "example",
         *           "replaced_at": "2026-03-14T09:26:53.589Z",
         *           "created_at": "2026-03-14T09:26:53.589Z",
         *           "updated_at": "2026-03-14T09:26:53.589Z",
         *           "created_by": 1,
         *           "updated_by": 1,
         *           "deleted_at": null
         *         }
         *       ]
         *     }
         */
        EnumDetail: {
            code: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /** @description Whether values can be added */
            is_extensible: boolean;
            /** @description One that the service itself works with */
            is_system: boolean;
            label: string;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            updated_by: number | null;
            values: components["schemas"]["EnumValue"][];
        };
        EnumList: {
            data: components["schemas"]["Enum"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "label": "Platform"
         *     }
         */
        EnumPatch: {
            label?: string;
        };
        /** @description A vocabulary was deleted, and with it each of its values. It is about the vocabulary. */
        EnumPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum.post_archive";
        };
        /** @description A vocabulary was made, or came with the organization at signup. It is about the vocabulary. */
        EnumPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum.post_create";
        };
        /** @description The label or description of a vocabulary changed. It is about the vocabulary. */
        EnumPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum.post_update";
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "enum_id": 1,
         *       "code": "example",
         *       "label": "Platform",
         *       "color": "#1f6feb",
         *       "icon": "example",
         *       "position": 1,
         *       "is_active": true,
         *       "is_default": true,
         *       "is_system": true,
         *       "translations": {},
         *       "replaced_with": "example",
         *       "replaced_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        EnumValue: {
            code: string;
            color: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly enum_id: number;
            icon: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /** @description Whether new records may have it */
            is_active: boolean;
            is_default: boolean;
            readonly is_system: boolean;
            label: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /** Format: int64 */
            readonly position: number;
            /**
             * Format: date-time
             * @description When the last record had been moved
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly replaced_at: string | null;
            /** @description The value that records are moved to */
            readonly replaced_with: string | null;
            /** @description Labels by locale */
            translations: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "code": "example",
         *       "label": "Platform",
         *       "color": "#1f6feb",
         *       "icon": "example",
         *       "is_default": true,
         *       "translations": {}
         *     }
         */
        EnumValueCreate: {
            code: string;
            color?: string | null;
            icon?: string | null;
            is_default?: boolean;
            label: string;
            translations?: {
                [key: string]: string;
            };
        };
        EnumValueList: {
            data: components["schemas"]["EnumValue"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "label": "Platform",
         *       "color": "#1f6feb",
         *       "icon": "example",
         *       "is_active": true,
         *       "is_default": true,
         *       "translations": {}
         *     }
         */
        EnumValuePatch: {
            color?: string | null;
            icon?: string | null;
            is_active?: boolean;
            is_default?: boolean;
            label?: string;
            translations?: {
                [key: string]: string;
            };
        };
        /** @description A value was deleted from its vocabulary. It is about the vocabulary that the value belongs to. */
        EnumValuePostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum_value.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum_value.post_archive";
        };
        /** @description A value was added to a vocabulary. It is about the vocabulary that the value belongs to. */
        EnumValuePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum_value.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum_value.post_create";
        };
        /** @description A value was relabelled, switched on or off, moved in its order, made or unmade the default, or is to be replaced. It is about the vocabulary that the value belongs to. */
        EnumValuePostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum_value.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum_value.post_update";
        };
        /** @description The last record that had a value has the one that replaces it. It is about the vocabulary that the value belongs to. */
        EnumValueReplacedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum_value.replaced";
            payload: {
                /** @enum {string} */
                action?: "replaced";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum_value.replaced";
        };
        /**
         * @example {
         *       "confirm": "example"
         *     }
         */
        EraseUserRequest: {
            /** @description The e-mail address of the user, typed again */
            confirm: string;
        };
        /**
         * @description What went wrong, for people to read
         * @example {
         *       "error": "Record not found"
         *     }
         */
        Error: {
            error: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "aggregate_type": "task",
         *       "aggregate_id": 1,
         *       "event_type": "task.post_create",
         *       "payload": {
         *         "org_id": 1,
         *         "actor_id": 1,
         *         "workflow_id": 1,
         *         "workflow_name": "example",
         *         "step_id": 1,
         *         "step_name": "example",
         *         "record_id": 1,
         *         "record_type": "task",
         *         "record_name": "example",
         *         "action": "post_create",
         *         "timestamp": "2026-03-14T09:26:53.589Z"
         *       },
         *       "occurred_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        Event: {
            /**
             * Format: int32
             * @description Identifier
             */
            aggregate_id: number;
            aggregate_type: string;
            event_type: string;
            /**
             * Format: int64
             * @description Identifier
             */
            id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            occurred_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            payload: components["schemas"]["EventPayload"];
        };
        EventList: {
            data: components["schemas"]["Event"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "actor_id": 1,
         *       "workflow_id": 1,
         *       "workflow_name": "example",
         *       "step_id": 1,
         *       "step_name": "example",
         *       "record_id": 1,
         *       "record_type": "task",
         *       "record_name": "example",
         *       "action": "post_create",
         *       "timestamp": "2026-03-14T09:26:53.589Z"
         *     }
         */
        EventPayload: {
            action: string;
            /**
             * Format: int32
             * @description Who acted; null for the system itself
             */
            actor_id: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            record_id: number;
            record_name?: string;
            record_type: string;
            /**
             * Format: int32
             * @description Identifier
             */
            step_id?: number;
            step_name?: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            timestamp: string;
            /**
             * Format: int32
             * @description Identifier
             */
            workflow_id?: number;
            workflow_name?: string;
        };
        /**
         * @example {
         *       "event_type": "task.post_create",
         *       "aggregate_type": "task",
         *       "description": "What it is about",
         *       "emitted_by": [
         *         "example"
         *       ],
         *       "visible_to": "example",
         *       "schema": {}
         *     }
         */
        EventTypeMetadata: {
            aggregate_type: string;
            /** @description When exactly it is written */
            description: string;
            /** @description Operations, such as POST /tasks/:id/move, and background lanes by their name */
            emitted_by: string[];
            event_type: string;
            /** @description The JSON Schema of such an event */
            schema: components["schemas"]["PlatformResourceSchema"];
            /** @description Who sees such events in lists and on the stream */
            visible_to: string;
        };
        EventTypeMetadataList: {
            data: components["schemas"]["EventTypeMetadata"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "type": "example",
         *       "resource": "example"
         *     }
         */
        EventTypeName: {
            resource: string | null;
            type: string;
        };
        EventTypeNameList: {
            data: components["schemas"]["EventTypeName"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "resource": "example",
         *       "format": "csv",
         *       "filter": {},
         *       "columns": [
         *         "example"
         *       ],
         *       "status": "queued",
         *       "row_count": 1,
         *       "total_rows": 1,
         *       "size": 1,
         *       "error": null,
         *       "started_at": "2026-03-14T09:26:53.589Z",
         *       "finished_at": "2026-03-14T09:26:53.589Z",
         *       "expires_at": "2031-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null,
         *       "download_url": "example"
         *     }
         */
        Export: {
            columns: string[];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            created_by: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            deleted_at: string | null;
            /** @description Downloads without credentials, for 15 minutes; null while there is nothing */
            download_url: string | null;
            error: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            expires_at: string | null;
            filter: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            finished_at: string | null;
            /** @enum {string} */
            format: "csv" | "json" | "ndjson";
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            resource: string;
            /**
             * Format: int64
             * @description Rows that are written already
             */
            row_count: number;
            /**
             * Format: int64
             * @description Bytes of the file
             */
            size: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            started_at: string | null;
            /**
             * @description expired once the file is deleted, after 24 hours
             * @enum {string}
             */
            status: "queued" | "running" | "succeeded" | "failed" | "expired";
            /** Format: int64 */
            total_rows: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            updated_by: number | null;
        };
        /**
         * @example {
         *       "format": "csv",
         *       "filter": {
         *         "actor_id": 1,
         *         "actor_type": "user",
         *         "action": "post_create",
         *         "outcome": "success",
         *         "resource": "example",
         *         "record_id": 1,
         *         "request_id": "example",
         *         "from": "2026-03-14T09:26:53.589Z",
         *         "to": "2026-03-14T09:26:53.589Z",
         *         "q": "example"
         *       },
         *       "columns": [
         *         "id"
         *       ]
         *     }
         */
        ExportAuditLogRequest: {
            /** @description Which columns, in their order; all of them without it */
            columns?: ("id" | "occurred_at" | "actor_type" | "actor_id" | "actor_name" | "action" | "outcome" | "resource" | "record_id" | "fields" | "before" | "after" | "erased" | "event_id" | "request_id" | "ip" | "user_agent")[];
            /** @description Which rows; all that you may export without it */
            filter?: {
                action?: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                actor_id?: number;
                /** @enum {string} */
                actor_type?: "user" | "api_key" | "system";
                /**
                 * Format: date-time
                 * @description Only entries of this moment or after it
                 * @example 2026-03-14T09:26:53.589Z
                 */
                from?: string;
                /** @enum {string} */
                outcome?: "success" | "denied" | "failed";
                /** @description Part of the action, resource, request id or name of the actor */
                q?: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                record_id?: number;
                request_id?: string;
                resource?: string;
                /**
                 * Format: date-time
                 * @description Only entries before this moment
                 * @example 2026-03-14T09:26:53.589Z
                 */
                to?: string;
            };
            /**
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "json" | "ndjson";
        };
        /**
         * @example {
         *       "format": "csv",
         *       "filter": {
         *         "team_id": 1,
         *         "manager_id": 1,
         *         "position_id": 1,
         *         "status": "pre_hire",
         *         "employment_type": "full_time",
         *         "hired_from": "2026-03-14",
         *         "hired_to": "2026-03-14",
         *         "q": "example"
         *       },
         *       "columns": [
         *         "id"
         *       ]
         *     }
         */
        ExportEmployeesRequest: {
            /** @description Which columns, in their order; all of them without it */
            columns?: ("id" | "employee_number" | "user_id" | "first_name" | "last_name" | "preferred_name" | "work_email" | "phone" | "status" | "employment_type" | "job_title" | "hire_date" | "original_hire_date" | "end_date" | "fte" | "time_zone" | "position_id" | "team_id" | "manager_id" | "created_at" | "updated_at" | "created_by" | "updated_by" | "team" | "manager")[];
            /** @description Which rows; all that you may export without it */
            filter?: {
                /** @enum {string} */
                employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
                /**
                 * Format: date
                 * @description The first day of a range of hire dates
                 */
                hired_from?: string;
                /**
                 * Format: date
                 * @description The last day of it
                 */
                hired_to?: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                manager_id?: number;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                position_id?: number;
                /** @description Part of a name, e-mail address or employee number */
                q?: string;
                /** @enum {string} */
                status?: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
                /**
                 * Format: int32
                 * @description Identifier
                 */
                team_id?: number;
            };
            /**
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "json" | "ndjson";
        };
        /** @description An export was given up: it could not be assembled, or whoever asked may not have it any more. It is about the export. */
        ExportFailedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "export.failed";
            payload: {
                /** @enum {string} */
                action?: "failed";
                /** @enum {string} */
                record_type?: "export";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "export.failed";
        };
        /**
         * @example {
         *       "format": "csv",
         *       "filter": {
         *         "status": "proposed",
         *         "health": "unknown",
         *         "owner_employee_id": 1,
         *         "team_id": 1,
         *         "q": "example"
         *       },
         *       "columns": [
         *         "id"
         *       ]
         *     }
         */
        ExportInitiativesRequest: {
            /** @description Which columns, in their order; all of them without it */
            columns?: ("id" | "name" | "code" | "description" | "status" | "health" | "owner_employee_id" | "team_id" | "start_on" | "target_on" | "progress_mode" | "progress" | "update_due_at" | "created_at" | "updated_at" | "created_by" | "updated_by")[];
            /** @description Which rows; all that you may export without it */
            filter?: {
                /** @enum {string} */
                health?: "unknown" | "on_track" | "at_risk" | "off_track";
                /**
                 * Format: int32
                 * @description Identifier
                 */
                owner_employee_id?: number;
                /** @description Part of name or code */
                q?: string;
                /** @enum {string} */
                status?: "proposed" | "planned" | "active" | "paused" | "completed" | "cancelled";
                /**
                 * Format: int32
                 * @description Identifier
                 */
                team_id?: number;
            };
            /**
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "json" | "ndjson";
        };
        ExportList: {
            data: components["schemas"]["Export"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "password": "a perfectly fine password",
         *       "format": "csv"
         *     }
         */
        ExportOrganizationRequest: {
            /**
             * @description Of the files in the archive, one for each kind of record
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "json" | "ndjson";
            password: string;
        };
        /** @description An export was deleted, and with it its file. It is about the export. */
        ExportPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "export.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "export";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "export.post_archive";
        };
        /** @description Somebody asked for a file of records; a worker assembles it. It is about the export. */
        ExportPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "export.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "export";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "export.post_create";
        };
        /**
         * @example {
         *       "format": "csv",
         *       "filter": {
         *         "status": "todo",
         *         "priority": "low",
         *         "effort": "xs",
         *         "task_type": "feature",
         *         "category_code": "general",
         *         "label": "Platform",
         *         "tag": "example",
         *         "assigned_employee_id": 1,
         *         "assigned_team_id": 1,
         *         "assigned_to": 1,
         *         "assigned_to_me": true,
         *         "unassigned": true,
         *         "created_by": 1,
         *         "initiative_id": 1,
         *         "parent_task_id": 1,
         *         "due_before": "2026-03-14T09:26:53.589Z",
         *         "due_after": "2026-03-14T09:26:53.589Z",
         *         "overdue": true,
         *         "updated_after": "2026-03-14T09:26:53.589Z",
         *         "q": "example"
         *       },
         *       "columns": [
         *         "id"
         *       ]
         *     }
         */
        ExportTasksRequest: {
            /** @description Which columns, in their order; all of them without it */
            columns?: ("id" | "title" | "description" | "status" | "priority" | "position" | "label" | "category_code" | "effort" | "task_type" | "assigned_employee_id" | "assigned_team_id" | "assigned_to" | "parent_task_id" | "initiative_id" | "due_at" | "reminder_offset" | "tags" | "created_at" | "updated_at" | "created_by" | "updated_by")[];
            /** @description Which rows; all that you may export without it */
            filter?: components["schemas"]["TaskFilter"];
            /**
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "json" | "ndjson";
        };
        /**
         * @example {
         *       "format": "csv",
         *       "filter": {
         *         "status": "invited",
         *         "role": "example",
         *         "team_id": 1,
         *         "is_service": false,
         *         "q": "example"
         *       },
         *       "columns": [
         *         "id"
         *       ]
         *     }
         */
        ExportUsersRequest: {
            /** @description Which columns, in their order; all of them without it */
            columns?: ("id" | "email" | "first_name" | "last_name" | "display_name" | "locale" | "time_zone" | "status" | "is_service" | "role_codes" | "last_login_at" | "created_at" | "updated_at")[];
            /** @description Which rows; all that you may export without it */
            filter?: {
                is_service?: boolean;
                /** @description Part of a name or e-mail address */
                q?: string;
                /** @description Code of a role held at this moment */
                role?: string;
                /** @enum {string} */
                status?: "invited" | "active" | "suspended" | "deactivated";
                /**
                 * Format: int32
                 * @description Identifier
                 */
                team_id?: number;
            };
            /**
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "json" | "ndjson";
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "type": "string",
         *       "nullable": true,
         *       "required": true,
         *       "readable": true,
         *       "writable": true,
         *       "filterable": true,
         *       "sensitive": true,
         *       "description": "What it is about",
         *       "enum": [
         *         "example"
         *       ],
         *       "vocabulary": "example",
         *       "ref": "example"
         *     }
         */
        FieldMetadata: {
            description?: string;
            /** @description The values it can have */
            enum?: string[];
            /** @description Whether the list can be limited by it */
            filterable: boolean;
            name: string;
            nullable: boolean;
            /** @description Whether answers show it; some fields are only ever sent */
            readable: boolean;
            /** @description The resource that it refers to */
            ref?: string;
            /** @description Whether a create must send it */
            required: boolean;
            sensitive: boolean;
            /** @enum {string} */
            type: "string" | "integer" | "number" | "boolean" | "timestamp" | "date" | "email" | "url" | "enum" | "array" | "object" | "json";
            /** @description The enum of the organization that has its values */
            vocabulary?: string;
            writable: boolean;
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "name": "Platform",
         *       "mime": "text/csv",
         *       "size": 1,
         *       "status": "pending",
         *       "sha256": "example",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null,
         *       "upload_url": "example",
         *       "download_url": "example"
         *     }
         */
        File: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /** @description Downloads without credentials, for 15 minutes; null while there is nothing */
            readonly download_url: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            mime: string;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /** @description Of the bytes, in hexadecimal */
            readonly sha256: string | null;
            /** Format: int64 */
            size: number;
            /**
             * @description pending until the bytes come; refused when the scanner found something in them
             * @enum {string}
             */
            readonly status: "pending" | "stored" | "refused";
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /** @description Where to PUT the bytes, with the same credentials; null once they are there */
            readonly upload_url: string | null;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "mime": "text/csv",
         *       "size": 1
         *     }
         */
        FileCreate: {
            mime: string;
            name: string;
            /**
             * Format: int32
             * @description In bytes; at most 25 MiB
             */
            size: number;
        };
        FileList: {
            data: components["schemas"]["File"][];
            /** Format: int64 */
            total: number;
        };
        /** @description A file was deleted; its bytes follow. It is about the file. */
        FilePostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "file";
            /** @enum {string} */
            event_type: "file.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "file";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "file.post_archive";
        };
        /** @description A file was announced; its bytes are awaited. It is about the file. */
        FilePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "file";
            /** @enum {string} */
            event_type: "file.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "file";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "file.post_create";
        };
        /** @description The scanner found something in the bytes of a file: they were not kept. It is about the file. */
        FileRefusedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "file";
            /** @enum {string} */
            event_type: "file.refused";
            payload: {
                /** @enum {string} */
                action?: "refused";
                /** @enum {string} */
                record_type?: "file";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "file.refused";
        };
        /** @description The bytes of a file are there, counted and looked at: from now on it can be used. It is about the file. */
        FileUploadedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "file";
            /** @enum {string} */
            event_type: "file.uploaded";
            payload: {
                /** @enum {string} */
                action?: "uploaded";
                /** @enum {string} */
                record_type?: "file";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "file.uploaded";
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "role_id": 1,
         *       "role_code": "example",
         *       "user_id": 1,
         *       "scope": "role",
         *       "team_id": 1,
         *       "starts_at": "2026-03-14T09:26:53.589Z",
         *       "ends_at": "2026-03-14T09:26:53.589Z",
         *       "reason": "example",
         *       "source": "manual",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Grant: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            ends_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            reason: string | null;
            readonly role_code: string;
            /**
             * Format: int32
             * @description Identifier
             */
            role_id: number;
            /** @enum {string} */
            scope: "role" | "team" | "own";
            /**
             * @description hierarchy: follows from having direct reports
             * @enum {string}
             */
            readonly source: "manual" | "hierarchy" | "default" | "pack";
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            starts_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            user_id: number;
        };
        /**
         * @example {
         *       "user_id": 1,
         *       "role_id": 1,
         *       "scope": "role",
         *       "starts_at": "2026-03-14T09:26:53.589Z",
         *       "reason": "example"
         *     }
         */
        GrantCreate: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            ends_at?: string | null;
            reason?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            role_id: number;
            /**
             * @default role
             * @enum {string}
             */
            scope?: "role" | "team" | "own";
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            starts_at?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id?: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            user_id: number;
        };
        /** @description A role that was given for a time has come to its end. It is about the grant. */
        GrantExpiredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "grant";
            /** @enum {string} */
            event_type: "grant.expired";
            payload: {
                /** @enum {string} */
                action?: "expired";
                /** @enum {string} */
                record_type?: "grant";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "grant.expired";
        };
        GrantList: {
            data: components["schemas"]["Grant"][];
            /** Format: int64 */
            total: number;
        };
        /** @description A role was taken from somebody before its time had passed. It is about the grant. */
        GrantPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "grant";
            /** @enum {string} */
            event_type: "grant.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "grant";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "grant.post_archive";
        };
        /** @description Somebody got a role: given by hand, moved from another role, or following from their seat or from managing people. It is about the grant. */
        GrantPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "grant";
            /** @enum {string} */
            event_type: "grant.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "grant";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "grant.post_create";
        };
        /**
         * @example {
         *       "status": "ok"
         *     }
         */
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "resource": "example",
         *       "file_id": 1,
         *       "dry_run": true,
         *       "status": "queued",
         *       "result": {
         *         "rows": 1,
         *         "created": 1,
         *         "updated": 1,
         *         "errors": [
         *           {
         *             "row": 1,
         *             "field": "example",
         *             "message": "example"
         *           }
         *         ]
         *       },
         *       "error": null,
         *       "started_at": "2026-03-14T09:26:53.589Z",
         *       "finished_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1
         *     }
         */
        Import: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number;
            dry_run: boolean;
            readonly error: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            file_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly finished_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            readonly resource: string;
            readonly result: {
                /** Format: int64 */
                created: number;
                /** @description The first 100. With any, nothing was imported */
                errors: {
                    field: string | null;
                    message: string;
                    /**
                     * Format: int64
                     * @description As a spreadsheet counts: the header is row 1
                     */
                    row: number;
                }[];
                /** Format: int64 */
                rows: number;
                /** Format: int64 */
                updated: number;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly started_at: string | null;
            /** @enum {string} */
            readonly status: "queued" | "running" | "succeeded" | "failed" | "expired";
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /** @description All rows of a file were written. It is about the import. */
        ImportCompletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "import";
            /** @enum {string} */
            event_type: "import.completed";
            payload: {
                /** @enum {string} */
                action?: "completed";
                /** @enum {string} */
                record_type?: "import";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "import.completed";
        };
        /**
         * @example {
         *       "file_id": 1,
         *       "dry_run": false
         *     }
         */
        ImportCreate: {
            /**
             * @description Says what would happen, and changes nothing
             * @default false
             */
            dry_run?: boolean;
            /**
             * Format: int32
             * @description A CSV file of yours that is uploaded: UTF-8, a header, at most 10,000 rows
             */
            file_id: number;
        };
        /** @description None of the rows of a file were written: something is wrong with it, as the import says. It is about the import. */
        ImportFailedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "import";
            /** @enum {string} */
            event_type: "import.failed";
            payload: {
                /** @enum {string} */
                action?: "failed";
                /** @enum {string} */
                record_type?: "import";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "import.failed";
        };
        ImportList: {
            data: components["schemas"]["Import"][];
            /** Format: int64 */
            total: number;
        };
        /** @description Somebody asked for the rows of a CSV file to be written. It is about the import. */
        ImportPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "import";
            /** @enum {string} */
            event_type: "import.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "import";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "import.post_create";
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "name": "Platform",
         *       "code": "example",
         *       "description": "What it is about",
         *       "status": "proposed",
         *       "health": "unknown",
         *       "owner_employee_id": 1,
         *       "team_id": 1,
         *       "start_on": "2026-03-14",
         *       "target_on": "2026-03-14",
         *       "progress_mode": "tasks",
         *       "progress": 1,
         *       "update_due_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Initiative: {
            code: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            description: string;
            /** @enum {string} */
            health: "unknown" | "on_track" | "at_risk" | "off_track";
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            owner_employee_id: number | null;
            /** Format: int32 */
            readonly progress: number;
            /** @enum {string} */
            progress_mode: "tasks" | "effort" | "manual";
            /** Format: date */
            start_on: string | null;
            /** @enum {string} */
            status: "proposed" | "planned" | "active" | "paused" | "completed" | "cancelled";
            /** Format: date */
            target_on: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly update_due_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "date": "2026-03-14",
         *           "scope": 1,
         *           "done": 1,
         *           "scope_points": 1,
         *           "done_points": 1
         *         }
         *       ]
         *     }
         */
        InitiativeBurnup: {
            data: {
                /** Format: date */
                date: string;
                /** Format: int64 */
                done: number;
                /** Format: int64 */
                done_points: number;
                /**
                 * Format: int64
                 * @description Tasks that are not cancelled
                 */
                scope: number;
                /** Format: int64 */
                scope_points: number;
            }[];
        };
        /** @description An initiative was completed, whatever was to become of its open tasks; in addition to initiative.post_update. It is about the initiative. */
        InitiativeCompletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.completed";
            payload: {
                /** @enum {string} */
                action?: "completed";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.completed";
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "owner_employee_id": 1,
         *       "code": "example",
         *       "description": "What it is about",
         *       "status": "proposed",
         *       "health": "unknown",
         *       "start_on": "2026-03-14",
         *       "target_on": "2026-03-14",
         *       "progress_mode": "tasks"
         *     }
         */
        InitiativeCreate: {
            code?: string;
            description?: string;
            /** @enum {string} */
            health?: "unknown" | "on_track" | "at_risk" | "off_track";
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            owner_employee_id: number;
            /** @enum {string} */
            progress_mode?: "tasks" | "effort" | "manual";
            /** Format: date */
            start_on?: string | null;
            /** @enum {string} */
            status?: "proposed" | "planned" | "active" | "paused" | "completed" | "cancelled";
            /** Format: date */
            target_on?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id?: number | null;
        };
        /** @description An initiative has another health than before; in addition to initiative.post_update. It is about the initiative. */
        InitiativeHealthChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.health_changed";
            payload: {
                /** @enum {string} */
                action?: "health_changed";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.health_changed";
        };
        InitiativeList: {
            data: components["schemas"]["Initiative"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "initiative_id": 1,
         *       "employee_id": 1,
         *       "role": "lead",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        InitiativeMember: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            employee_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly initiative_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /** @enum {string} */
            role: "lead" | "member" | "stakeholder";
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "employee_id": 1,
         *       "role": "lead"
         *     }
         */
        InitiativeMemberCreate: {
            /**
             * Format: int32
             * @description Identifier
             */
            employee_id: number;
            /**
             * @default member
             * @enum {string}
             */
            role?: "lead" | "member" | "stakeholder";
        };
        InitiativeMemberList: {
            data: components["schemas"]["InitiativeMember"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "role": "lead"
         *     }
         */
        InitiativeMemberPatch: {
            /** @enum {string} */
            role?: "lead" | "member" | "stakeholder";
        };
        /** @description Somebody is no member of an initiative any more. It is about the initiative. */
        InitiativeMemberPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative_member.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative_member.post_archive";
        };
        /** @description Somebody joined an initiative. It is about the initiative. */
        InitiativeMemberPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative_member.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative_member.post_create";
        };
        /** @description A member of an initiative has another part in it. It is about the initiative. */
        InitiativeMemberPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative_member.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative_member.post_update";
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "code": "example",
         *       "description": "What it is about",
         *       "status": "proposed",
         *       "health": "unknown",
         *       "start_on": "2026-03-14",
         *       "target_on": "2026-03-14",
         *       "progress_mode": "tasks"
         *     }
         */
        InitiativePatch: {
            code?: string;
            description?: string;
            /** @enum {string} */
            health?: "unknown" | "on_track" | "at_risk" | "off_track";
            name?: string;
            /**
             * Format: int32
             * @description Identifier
             */
            owner_employee_id?: number;
            /** @enum {string} */
            progress_mode?: "tasks" | "effort" | "manual";
            /** Format: date */
            start_on?: string | null;
            /** @enum {string} */
            status?: "proposed" | "planned" | "active" | "paused" | "completed" | "cancelled";
            /** Format: date */
            target_on?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id?: number | null;
        };
        /** @description An initiative was deleted: lists leave it out, and it can be restored. It is about the initiative. */
        InitiativePostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.post_archive";
        };
        /** @description An initiative was created. It is about the initiative. */
        InitiativePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.post_create";
        };
        /** @description A file of initiatives is assembled and can be downloaded. The event is about the export, not about what is in it. It is about the export. */
        InitiativePostExportEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "initiative.post_export";
            payload: {
                /** @enum {string} */
                action?: "post_export";
                /** @enum {string} */
                record_type?: "export";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.post_export";
        };
        /** @description An initiative that had been deleted is back. It is about the initiative. */
        InitiativePostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.post_restore";
        };
        /** @description Something about an initiative changed: its fields, or by an act of its own. It is about the initiative. */
        InitiativePostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.post_update";
        };
        /**
         * @example {
         *       "initiative_id": 1,
         *       "status": "proposed",
         *       "health": "unknown",
         *       "progress": 1,
         *       "tasks": {
         *         "todo": 1,
         *         "in_progress": 1,
         *         "reviewing": 1,
         *         "blocked": 1,
         *         "done": 1,
         *         "cancelled": 1
         *       },
         *       "total": 1,
         *       "overdue": 1,
         *       "points": {
         *         "total": 1,
         *         "done": 1
         *       },
         *       "members": 1,
         *       "last_update": {
         *         "id": 1,
         *         "org_id": 1,
         *         "initiative_id": 1,
         *         "health": "unknown",
         *         "body": "The numbers are in.",
         *         "progress": 1,
         *         "created_at": "2026-03-14T09:26:53.589Z",
         *         "created_by": 1
         *       }
         *     }
         */
        InitiativeSummary: {
            /** @enum {string} */
            health: "unknown" | "on_track" | "at_risk" | "off_track";
            /**
             * Format: int32
             * @description Identifier
             */
            initiative_id: number;
            last_update: components["schemas"]["InitiativeUpdate"] | (null);
            /** Format: int64 */
            members: number;
            /** Format: int64 */
            overdue: number;
            /** @description Without what is cancelled */
            points: {
                /** Format: int64 */
                done: number;
                /** Format: int64 */
                total: number;
            };
            /**
             * Format: int32
             * @description Of all tasks, also those that the caller may not read
             */
            progress: number;
            /** @enum {string} */
            status: "proposed" | "planned" | "active" | "paused" | "completed" | "cancelled";
            /** @description How many there are in each status */
            tasks: {
                /** Format: int64 */
                blocked: number;
                /** Format: int64 */
                cancelled: number;
                /** Format: int64 */
                done: number;
                /** Format: int64 */
                in_progress: number;
                /** Format: int64 */
                reviewing: number;
                /** Format: int64 */
                todo: number;
            };
            /** Format: int64 */
            total: number;
        };
        /** @description A task was put into an initiative: one event for each task. It is about the initiative. */
        InitiativeTaskLinkedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.task_linked";
            payload: {
                /** @enum {string} */
                action?: "task_linked";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.task_linked";
        };
        /** @description A task was taken out of an initiative: one event for each task. It is about the initiative. */
        InitiativeTaskUnlinkedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.task_unlinked";
            payload: {
                /** @enum {string} */
                action?: "task_unlinked";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.task_unlinked";
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "initiative_id": 1,
         *       "health": "unknown",
         *       "body": "The numbers are in.",
         *       "progress": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1
         *     }
         */
        InitiativeUpdate: {
            body: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /** @enum {string} */
            health: "unknown" | "on_track" | "at_risk" | "off_track";
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly initiative_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /** Format: int32 */
            progress: number | null;
        };
        /**
         * @example {
         *       "health": "unknown",
         *       "body": "The numbers are in.",
         *       "progress": 1
         *     }
         */
        InitiativeUpdateCreate: {
            body: string;
            /** @enum {string} */
            health: "unknown" | "on_track" | "at_risk" | "off_track";
            /**
             * Format: int32
             * @description Per cent; only where progress_mode is manual
             */
            progress?: number;
        };
        /** @description Nothing was told of an initiative for too long: its owner was asked for an update. It is about the initiative. */
        InitiativeUpdateDueEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.update_due";
            payload: {
                /** @enum {string} */
                action?: "update_due";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.update_due";
        };
        InitiativeUpdateList: {
            data: components["schemas"]["InitiativeUpdate"][];
            /** Format: int64 */
            total: number;
        };
        /** @description Somebody told how an initiative stands. It is about the initiative. */
        InitiativeUpdatePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative_update.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative_update.post_create";
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "first_name": "Ada",
         *       "last_name": "Lovelace"
         *     }
         */
        InviteUserRequest: {
            /** Format: email */
            email: string;
            /**
             * Format: int32
             * @description The employee who this is; needs employee:update
             */
            employee_id?: number;
            first_name?: string;
            last_name?: string;
            role_ids?: number[];
        };
        /**
         * @example {
         *       "count": 1
         *     }
         */
        LinkedTasks: {
            /** Format: int64 */
            count: number;
        };
        /**
         * @example {
         *       "user_id": 1
         *     }
         */
        LinkEmployeeUserRequest: {
            /**
             * Format: int32
             * @description Identifier
             */
            user_id: number;
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "password": "a perfectly fine password",
         *       "org_slug": "example"
         *     }
         */
        LoginRequest: {
            /** Format: email */
            email: string;
            org_slug: string;
            password: string;
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "email": "example",
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "display_name": "Ada Lovelace",
         *       "avatar_file_id": 1,
         *       "locale": "en",
         *       "time_zone": "example",
         *       "status": "invited",
         *       "is_service": false,
         *       "email_verified_at": "2026-03-14T09:26:53.589Z",
         *       "last_login_at": "2026-03-14T09:26:53.589Z",
         *       "erased_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null,
         *       "org_name": "Example Ltd",
         *       "org_slug": "example",
         *       "employee_id": 1,
         *       "roles": [
         *         "example"
         *       ]
         *     }
         */
        Me: {
            /**
             * Format: int32
             * @description Identifier
             */
            avatar_file_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            deleted_at: string | null;
            display_name: string | null;
            email: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            email_verified_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            employee_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            erased_at: string | null;
            first_name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /** @description Stands for a program: signs in by API key alone */
            is_service: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            last_login_at: string | null;
            last_name: string;
            locale: string;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            org_name: string;
            org_slug: string;
            /** @description Codes of the roles held at this moment */
            roles: string[];
            /** @enum {string} */
            status: "invited" | "active" | "suspended" | "deactivated";
            time_zone: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            updated_by: number | null;
        };
        /**
         * @example {
         *       "into_id": 1
         *     }
         */
        MergeTaskLabelRequest: {
            /**
             * Format: int32
             * @description Identifier
             */
            into_id: number;
        };
        /**
         * @example {
         *       "into_id": 1
         *     }
         */
        MergeTeamRequest: {
            /**
             * Format: int32
             * @description Identifier
             */
            into_id: number;
        };
        /**
         * @example {
         *       "is_on": true,
         *       "methods": [
         *         {
         *           "id": 1,
         *           "kind": "totp",
         *           "label": "Platform",
         *           "confirmed_at": "2026-03-14T09:26:53.589Z",
         *           "last_used_at": "2026-03-14T09:26:53.589Z"
         *         }
         *       ],
         *       "recovery_codes_left": 1,
         *       "mfa_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        Mfa: {
            is_on: boolean;
            methods: {
                /**
                 * Format: date-time
                 * @description ISO 8601 timestamp, UTC in answers
                 * @example 2026-03-14T09:26:53.589Z
                 */
                confirmed_at: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                id: number;
                /** @enum {string} */
                kind: "totp";
                label: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 timestamp, UTC in answers
                 * @example 2026-03-14T09:26:53.589Z
                 */
                last_used_at: string | null;
            }[];
            /**
             * Format: date-time
             * @description When this session last proved a second factor
             * @example 2026-03-14T09:26:53.589Z
             */
            mfa_at: string | null;
            /** Format: int64 */
            recovery_codes_left: number;
        };
        /**
         * @example {
         *       "code": "123456"
         *     }
         */
        MfaCode: {
            code: string;
        };
        /** @description Somebody removed one of their second factors. It is about the user. */
        MfaDisabledEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "mfa.disabled";
            payload: {
                /** @enum {string} */
                action?: "disabled";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "mfa.disabled";
        };
        /** @description A second factor was confirmed with a first code: sign-in asks for it from now on. It is about the user. */
        MfaEnabledEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "mfa.enabled";
            payload: {
                /** @enum {string} */
                action?: "enabled";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "mfa.enabled";
        };
        /** @description Somebody began to set up a second factor; it does not count until it is confirmed. It is about the user. */
        MfaEnrolmentStartedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "mfa.enrolment_started";
            payload: {
                /** @enum {string} */
                action?: "enrolment_started";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "mfa.enrolment_started";
        };
        /** @description A wrong code was given at sign-in, after the right password. It is about the user. */
        MfaFailedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "mfa.failed";
            payload: {
                /** @enum {string} */
                action?: "failed";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "mfa.failed";
        };
        /**
         * @example {
         *       "password": "a perfectly fine password",
         *       "code": "123456"
         *     }
         */
        MfaProof: {
            code: string;
            password: string;
        };
        /** @description A session was proven with a second factor again, as for something that asks for a fresh proof. It is about the user. */
        MfaProvenEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "mfa.proven";
            payload: {
                /** @enum {string} */
                action?: "proven";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "mfa.proven";
        };
        /** @description Somebody signed in with a recovery code, which is used up by that. It is about the user. */
        MfaRecoveryUsedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "mfa.recovery_used";
            payload: {
                /** @enum {string} */
                action?: "recovery_used";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "mfa.recovery_used";
        };
        /**
         * @example {
         *       "mfa_required": true,
         *       "mfa_token": "example"
         *     }
         */
        MfaRequired: {
            /** @enum {boolean} */
            mfa_required: true;
            /** @description For POST /auth/mfa/verify, within 5 minutes */
            mfa_token: string;
        };
        /** @description An administrator removed the second factors of somebody, who is signed out everywhere. It is about the user. */
        MfaResetEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "mfa.reset";
            payload: {
                /** @enum {string} */
                action?: "reset";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "mfa.reset";
        };
        /**
         * @example {
         *       "status": "todo",
         *       "position": 1
         *     }
         */
        MoveTaskRequest: {
            /** Format: int32 */
            position: number;
            status: components["schemas"]["TaskStatus"];
        };
        /**
         * @example {
         *       "parent_id": null
         *     }
         */
        MoveTeamRequest: {
            /**
             * Format: int32
             * @description null: to the top
             */
            parent_id: number | null;
        };
        /**
         * @example {
         *       "code": "example",
         *       "name": "Platform"
         *     }
         */
        NamedCode: {
            code: string;
            name: string;
        };
        NamedCodeList: {
            data: components["schemas"]["NamedCode"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "Platform",
         *       "slug": "platform",
         *       "status": "unverified",
         *       "legal_name": "example",
         *       "registration_no": "example",
         *       "plan_code": "example",
         *       "logo_file_id": 1,
         *       "primary_domain": "example",
         *       "verified_at": "2026-03-14T09:26:53.589Z",
         *       "closing_at": "2026-03-14T09:26:53.589Z",
         *       "time_zone": "example",
         *       "locale": "en",
         *       "currency": "EUR",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Organization: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly closing_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            currency: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            legal_name: string | null;
            locale: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly logo_file_id: number | null;
            name: string;
            readonly plan_code: string;
            primary_domain: string | null;
            registration_no: string | null;
            slug: string;
            /** @enum {string} */
            readonly status: "unverified" | "active" | "suspended" | "closing" | "closed";
            time_zone: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly verified_at: string | null;
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "kind": "headquarters",
         *       "line1": "example",
         *       "line2": "example",
         *       "city": "Vienna",
         *       "region": "example",
         *       "postal_code": "example",
         *       "country": "AT",
         *       "is_primary": true,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        OrganizationAddress: {
            city: string;
            /**
             * @description ISO 3166-1 alpha-2 country
             * @example AT
             */
            country: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            is_primary: boolean;
            /** @enum {string} */
            kind: "headquarters" | "billing" | "shipping" | "branch";
            line1: string;
            line2: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            postal_code: string | null;
            region: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "kind": "headquarters",
         *       "line1": "example",
         *       "city": "Vienna",
         *       "country": "AT",
         *       "line2": "example",
         *       "region": "example",
         *       "postal_code": "example",
         *       "is_primary": false
         *     }
         */
        OrganizationAddressCreate: {
            city: string;
            /**
             * @description ISO 3166-1 alpha-2 country
             * @example AT
             */
            country: string;
            /** @default false */
            is_primary?: boolean;
            /** @enum {string} */
            kind: "headquarters" | "billing" | "shipping" | "branch";
            line1: string;
            line2?: string | null;
            postal_code?: string | null;
            region?: string | null;
        };
        /** @description An address of the organization was added. It is about the organization. */
        OrganizationAddressCreatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.address.created";
            payload: {
                /** @enum {string} */
                action?: "address.created";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.address.created";
        };
        /** @description An address of the organization was deleted. It is about the organization. */
        OrganizationAddressDeletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.address.deleted";
            payload: {
                /** @enum {string} */
                action?: "address.deleted";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.address.deleted";
        };
        OrganizationAddressList: {
            data: components["schemas"]["OrganizationAddress"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "kind": "headquarters",
         *       "line1": "example",
         *       "line2": "example",
         *       "city": "Vienna",
         *       "region": "example",
         *       "postal_code": "example",
         *       "country": "AT",
         *       "is_primary": true
         *     }
         */
        OrganizationAddressPatch: {
            city?: string;
            /**
             * @description ISO 3166-1 alpha-2 country
             * @example AT
             */
            country?: string;
            is_primary?: boolean;
            /** @enum {string} */
            kind?: "headquarters" | "billing" | "shipping" | "branch";
            line1?: string;
            line2?: string | null;
            postal_code?: string | null;
            region?: string | null;
        };
        /** @description An address of the organization was changed, or is not the primary one any more. It is about the organization. */
        OrganizationAddressUpdatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.address.updated";
            payload: {
                /** @enum {string} */
                action?: "address.updated";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.address.updated";
        };
        /** @description The organization is closed for good: what it has is being deleted. It is about the organization. */
        OrganizationClosedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.closed";
            payload: {
                /** @enum {string} */
                action?: "closed";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.closed";
        };
        /** @description The organization is to be closed: it can only be read, and in 30 days all that it has is deleted. It is about the organization. */
        OrganizationClosingEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.closing";
            payload: {
                /** @enum {string} */
                action?: "closing";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.closing";
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "kind": "general",
         *       "name": "Platform",
         *       "email": "example",
         *       "phone": "+43 1 5872130",
         *       "is_public": true,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        OrganizationContact: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            email: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            is_public: boolean;
            /** @enum {string} */
            kind: "general" | "support" | "billing" | "hr" | "press" | "emergency";
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            phone: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "kind": "general",
         *       "name": "Platform",
         *       "email": "ada@example.com",
         *       "phone": "+43 1 5872130",
         *       "is_public": false
         *     }
         */
        OrganizationContactCreate: {
            /** Format: email */
            email?: string | null;
            /** @default false */
            is_public?: boolean;
            /** @enum {string} */
            kind: "general" | "support" | "billing" | "hr" | "press" | "emergency";
            name: string;
            phone?: string | null;
        };
        /** @description A contact of the organization was added. It is about the organization. */
        OrganizationContactCreatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.contact.created";
            payload: {
                /** @enum {string} */
                action?: "contact.created";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.contact.created";
        };
        /** @description A contact of the organization was deleted. It is about the organization. */
        OrganizationContactDeletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.contact.deleted";
            payload: {
                /** @enum {string} */
                action?: "contact.deleted";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.contact.deleted";
        };
        OrganizationContactList: {
            data: components["schemas"]["OrganizationContact"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "kind": "general",
         *       "name": "Platform",
         *       "email": "ada@example.com",
         *       "phone": "+43 1 5872130",
         *       "is_public": true
         *     }
         */
        OrganizationContactPatch: {
            /** Format: email */
            email?: string | null;
            is_public?: boolean;
            /** @enum {string} */
            kind?: "general" | "support" | "billing" | "hr" | "press" | "emergency";
            name?: string;
            phone?: string | null;
        };
        /** @description A contact of the organization was changed, or is not the primary one any more. It is about the organization. */
        OrganizationContactUpdatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.contact.updated";
            payload: {
                /** @enum {string} */
                action?: "contact.updated";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.contact.updated";
        };
        /** @description Somebody else owns the organization. It is about the organization. */
        OrganizationOwnershipTransferredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.ownership_transferred";
            payload: {
                /** @enum {string} */
                action?: "ownership_transferred";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.ownership_transferred";
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "slug": "platform",
         *       "legal_name": "example",
         *       "registration_no": "example",
         *       "primary_domain": "example.com",
         *       "time_zone": "Europe/Berlin",
         *       "locale": "de-AT",
         *       "currency": "EUR"
         *     }
         */
        OrganizationPatch: {
            /**
             * @description ISO 4217 currency
             * @example EUR
             */
            currency?: string;
            legal_name?: string | null;
            /**
             * @description BCP 47 language tag
             * @example de-AT
             */
            locale?: string;
            name?: string;
            primary_domain?: string | null;
            registration_no?: string | null;
            slug?: string;
            /**
             * @description IANA time zone
             * @example Europe/Berlin
             */
            time_zone?: string;
        };
        /** @description The organization was signed up. It is about the organization. */
        OrganizationPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.post_create";
        };
        /** @description A file of all that the organization has is assembled and can be downloaded. The event is about the export, not about what is in it. It is about the export. */
        OrganizationPostExportEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "organization.post_export";
            payload: {
                /** @enum {string} */
                action?: "post_export";
                /** @enum {string} */
                record_type?: "export";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.post_export";
        };
        /** @description The name or another field of the organization changed. It is about the organization. */
        OrganizationPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.post_update";
        };
        /** @description The organization is not closed after all. It is about the organization. */
        OrganizationReopenedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.reopened";
            payload: {
                /** @enum {string} */
                action?: "reopened";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.reopened";
        };
        /** @description A setting of the organization has another value: one event for each setting. It is about the organization. */
        OrganizationSettingChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.setting_changed";
            payload: {
                /** @enum {string} */
                action?: "setting_changed";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.setting_changed";
        };
        /**
         * @example {
         *       "settings": {
         *         "general": {
         *           "welcome_message": "example"
         *         },
         *         "security": {
         *           "session_hours": 1,
         *           "require_mfa": "none",
         *           "mfa_grace_days": 1,
         *           "allowed_networks": [
         *             "example"
         *           ],
         *           "key_lifetime_days": 1,
         *           "password_max_age_days": 30
         *         },
         *         "branding": {
         *           "accent_color": "#1f6feb"
         *         },
         *         "features": {
         *           "restrict_labels": true
         *         },
         *         "localization": {
         *           "week_start": "monday",
         *           "date_format": "iso"
         *         },
         *         "webhooks": {
         *           "max_endpoints": 1
         *         },
         *         "prompts": {
         *           "runs_per_day": 1,
         *           "tokens_per_day": 1
         *         }
         *       },
         *       "set": [
         *         "example"
         *       ]
         *     }
         */
        OrganizationSettings: {
            /** @description What differs from its default, as section.key */
            readonly set: string[];
            readonly settings: {
                branding?: {
                    accent_color: string;
                };
                features?: {
                    restrict_labels: boolean;
                };
                general?: {
                    welcome_message: string;
                };
                localization?: {
                    /** @enum {string} */
                    date_format: "iso" | "dmy" | "mdy";
                    /** @enum {string} */
                    week_start: "monday" | "saturday" | "sunday";
                };
                prompts?: {
                    /** Format: int32 */
                    runs_per_day: number;
                    /** Format: int32 */
                    tokens_per_day: number;
                };
                security?: {
                    allowed_networks: string[];
                    /** Format: int32 */
                    key_lifetime_days: number | null;
                    /** Format: int32 */
                    mfa_grace_days: number;
                    /** Format: int32 */
                    password_max_age_days: number | null;
                    /** @enum {string} */
                    require_mfa: "none" | "privileged" | "all";
                    /** Format: int32 */
                    session_hours: number | null;
                };
                webhooks?: {
                    /** Format: int32 */
                    max_endpoints: number;
                };
            };
        };
        /**
         * @example {
         *       "general": {
         *         "welcome_message": "example"
         *       },
         *       "branding": {
         *         "accent_color": "#1f6feb"
         *       },
         *       "features": {
         *         "restrict_labels": true
         *       },
         *       "localization": {
         *         "week_start": "monday",
         *         "date_format": "iso"
         *       },
         *       "webhooks": {
         *         "max_endpoints": 1
         *       },
         *       "prompts": {
         *         "runs_per_day": 1,
         *         "tokens_per_day": 1
         *       },
         *       "confirm": true
         *     }
         */
        OrganizationSettingsPatch: {
            branding?: {
                accent_color?: string | null;
            };
            /** @description Go on although the change would end this very session */
            confirm?: boolean;
            features?: {
                restrict_labels?: boolean | null;
            };
            general?: {
                welcome_message?: string | null;
            };
            localization?: {
                /** @enum {string|null} */
                date_format?: "iso" | "dmy" | "mdy" | null;
                /** @enum {string|null} */
                week_start?: "monday" | "saturday" | "sunday" | null;
            };
            prompts?: {
                /** Format: int32 */
                runs_per_day?: number | null;
                /** Format: int32 */
                tokens_per_day?: number | null;
            };
            security?: {
                allowed_networks?: string[] | null;
                /** Format: int32 */
                key_lifetime_days?: number | null;
                /** Format: int32 */
                mfa_grace_days?: number | null;
                /** Format: int32 */
                password_max_age_days?: number | null;
                /** @enum {string|null} */
                require_mfa?: "none" | "privileged" | "all" | null;
                /** Format: int32 */
                session_hours?: number | null;
            };
            webhooks?: {
                /** Format: int32 */
                max_endpoints?: number | null;
            };
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "platform": "example",
         *       "url": "https://example.com/hooks",
         *       "position": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        OrganizationSocialLink: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            platform: string;
            /** Format: int32 */
            position: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /** Format: uri */
            url: string;
        };
        /**
         * @example {
         *       "platform": "example",
         *       "url": "https://example.com/hooks",
         *       "position": 1
         *     }
         */
        OrganizationSocialLinkCreate: {
            platform: string;
            /**
             * Format: int32
             * @default 0
             */
            position?: number;
            /** Format: uri */
            url: string;
        };
        /** @description A social link of the organization was added. It is about the organization. */
        OrganizationSocialLinkCreatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.social_link.created";
            payload: {
                /** @enum {string} */
                action?: "social_link.created";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.social_link.created";
        };
        /** @description A social link of the organization was deleted. It is about the organization. */
        OrganizationSocialLinkDeletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.social_link.deleted";
            payload: {
                /** @enum {string} */
                action?: "social_link.deleted";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.social_link.deleted";
        };
        OrganizationSocialLinkList: {
            data: components["schemas"]["OrganizationSocialLink"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "platform": "example",
         *       "url": "https://example.com/hooks",
         *       "position": 1
         *     }
         */
        OrganizationSocialLinkPatch: {
            platform?: string;
            /** Format: int32 */
            position?: number;
            /** Format: uri */
            url?: string;
        };
        /** @description A social link of the organization was changed, or is not the primary one any more. It is about the organization. */
        OrganizationSocialLinkUpdatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.social_link.updated";
            payload: {
                /** @enum {string} */
                action?: "social_link.updated";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.social_link.updated";
        };
        /** @description Somebody proved the address that the organization was signed up with. It is about the organization. */
        OrganizationVerifiedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.verified";
            payload: {
                /** @enum {string} */
                action?: "verified";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.verified";
        };
        OrgChart: {
            data: components["schemas"]["OrgChartNode"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "employee_id": 1,
         *       "name": "Platform",
         *       "position": "example",
         *       "reports_count": 1,
         *       "children": []
         *     }
         */
        OrgChartNode: {
            children: components["schemas"]["OrgChartNode"][];
            /**
             * Format: int32
             * @description Identifier
             */
            employee_id: number;
            name: string;
            /** @description The title of their position, or their own */
            position: string | null;
            /**
             * Format: int64
             * @description Direct reports, shown below or not
             */
            reports_count: number;
        };
        /**
         * @example {
         *       "permission": "task:read",
         *       "resource": "example",
         *       "right": "example",
         *       "scopes": [
         *         "own"
         *       ]
         *     }
         */
        Permission: {
            permission: string;
            resource: string;
            right: string;
            scopes: ("own" | "reports" | "team" | "org")[];
        };
        /**
         * @example {
         *       "allowed": true,
         *       "via": [
         *         {
         *           "grant_id": 1,
         *           "role_id": 1,
         *           "role_code": "example",
         *           "scope": "role",
         *           "team_id": 1,
         *           "source": "manual",
         *           "scopes": [
         *             "own"
         *           ],
         *           "reaches_record": true
         *         }
         *       ],
         *       "missing": "example"
         *     }
         */
        PermissionExplanation: {
            allowed: boolean;
            /** @description What stands in the way, when not allowed */
            missing?: string;
            /** @description The grants in force that give the permission */
            via: {
                /**
                 * Format: int32
                 * @description Identifier
                 */
                grant_id: number;
                /** @description Only when asked about a record */
                reaches_record?: boolean;
                role_code: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                role_id: number;
                /** @enum {string} */
                scope: "role" | "team" | "own";
                /** @description How far the grant carries the permission */
                scopes: ("own" | "reports" | "team" | "org")[];
                /**
                 * @description hierarchy: follows from having direct reports
                 * @enum {string}
                 */
                source: "manual" | "hierarchy" | "default" | "pack";
                /**
                 * Format: int32
                 * @description Identifier
                 */
                team_id: number | null;
            }[];
        };
        PermissionList: {
            data: components["schemas"]["Permission"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "permission": "task:read",
         *       "resource": "example",
         *       "right": "example",
         *       "scopes": [
         *         "example"
         *       ]
         *     }
         */
        PermissionMetadata: {
            permission: string;
            resource: string;
            right: string;
            scopes: string[];
        };
        PermissionMetadataList: {
            data: components["schemas"]["PermissionMetadata"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "version": "example",
         *       "resources": [
         *         {
         *           "code": "example",
         *           "label": "Platform",
         *           "path": "example",
         *           "fields": [
         *             {
         *               "name": "Platform",
         *               "type": "string",
         *               "nullable": true,
         *               "required": true,
         *               "readable": true,
         *               "writable": true,
         *               "filterable": true,
         *               "sensitive": true,
         *               "description": "What it is about",
         *               "enum": [
         *                 "example"
         *               ],
         *               "vocabulary": "example",
         *               "ref": "example"
         *             }
         *           ],
         *           "rights": [
         *             "example"
         *           ],
         *           "scopes": [
         *             "example"
         *           ],
         *           "events": [
         *             "example"
         *           ]
         *         }
         *       ],
         *       "events": [
         *         {
         *           "type": "example",
         *           "resource": "example"
         *         }
         *       ],
         *       "permissions": [
         *         {
         *           "permission": "task:read",
         *           "resource": "example",
         *           "right": "example",
         *           "scopes": [
         *             "example"
         *           ]
         *         }
         *       ],
         *       "operators": [
         *         {
         *           "code": "example",
         *           "label": "Platform",
         *           "value": "none",
         *           "types": [
         *             "string"
         *           ]
         *         }
         *       ],
         *       "settings": [
         *         {
         *           "section": "example",
         *           "key": "example",
         *           "description": "What it is about",
         *           "schema": {},
         *           "default": {}
         *         }
         *       ],
         *       "limits": {
         *         "page_size": 1,
         *         "page_size_default": 1,
         *         "body_bytes": 1,
         *         "file_bytes": 1,
         *         "idempotency_hours": 1,
         *         "requests_per_minute": 1,
         *         "webhook_attempts": 1,
         *         "webhook_timeout_ms": 1
         *       }
         *     }
         */
        PlatformMetadata: {
            events: components["schemas"]["EventTypeName"][];
            limits: components["schemas"]["ServiceLimits"];
            operators: components["schemas"]["ConditionOperator"][];
            permissions: components["schemas"]["PermissionMetadata"][];
            resources: components["schemas"]["ResourceMetadata"][];
            settings: components["schemas"]["SettingMetadata"][];
            version: string;
        };
        /** @example {} */
        PlatformResourceSchema: {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "title": "Prepare the board meeting",
         *       "code": "example",
         *       "family": "example",
         *       "level": 1,
         *       "team_id": 1,
         *       "description": "What it is about",
         *       "headcount": 1,
         *       "status": "draft",
         *       "default_role_id": 1,
         *       "filled": 1,
         *       "vacant": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Position: {
            code: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            default_role_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            description: string;
            family: string | null;
            /** Format: int64 */
            readonly filled: number;
            /** Format: int32 */
            headcount: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /** Format: int32 */
            level: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /** @enum {string} */
            status: "draft" | "open" | "frozen" | "closed";
            /**
             * Format: int32
             * @description Identifier
             */
            team_id: number | null;
            title: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /** Format: int64 */
            readonly vacant: number;
        };
        /** @description A position was closed; nobody holds it. It is about the position. */
        PositionClosedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "position";
            /** @enum {string} */
            event_type: "position.closed";
            payload: {
                /** @enum {string} */
                action?: "closed";
                /** @enum {string} */
                record_type?: "position";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "position.closed";
        };
        /**
         * @example {
         *       "title": "Prepare the board meeting",
         *       "code": "example",
         *       "family": "example",
         *       "level": 1,
         *       "description": "What it is about",
         *       "headcount": 1,
         *       "status": "draft"
         *     }
         */
        PositionCreate: {
            code: string;
            /**
             * Format: int32
             * @description Identifier
             */
            default_role_id?: number | null;
            description?: string;
            family?: string | null;
            /** Format: int32 */
            headcount?: number;
            /** Format: int32 */
            level?: number | null;
            /** @enum {string} */
            status?: "draft" | "open";
            /**
             * Format: int32
             * @description Identifier
             */
            team_id?: number | null;
            title: string;
        };
        /** @description A position was frozen: no seat is given until it is opened again. It is about the position. */
        PositionFrozenEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "position";
            /** @enum {string} */
            event_type: "position.frozen";
            payload: {
                /** @enum {string} */
                action?: "frozen";
                /** @enum {string} */
                record_type?: "position";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "position.frozen";
        };
        /**
         * @example {
         *       "employee_id": 1,
         *       "employee_number": "E-1001",
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "since": "2026-03-14"
         *     }
         */
        PositionHolder: {
            /**
             * Format: int32
             * @description Identifier
             */
            employee_id: number;
            employee_number: string;
            first_name: string;
            last_name: string;
            /** Format: date */
            since: string;
        };
        PositionHolderList: {
            data: components["schemas"]["PositionHolder"][];
            /** Format: int64 */
            total: number;
        };
        PositionList: {
            data: components["schemas"]["Position"][];
            /** Format: int64 */
            total: number;
        };
        /** @description A position is open: its seats may be given. A new one may be open from the start. It is about the position. */
        PositionOpenedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "position";
            /** @enum {string} */
            event_type: "position.opened";
            payload: {
                /** @enum {string} */
                action?: "opened";
                /** @enum {string} */
                record_type?: "position";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "position.opened";
        };
        /**
         * @example {
         *       "title": "Prepare the board meeting",
         *       "code": "example",
         *       "family": "example",
         *       "level": 1,
         *       "description": "What it is about",
         *       "headcount": 1
         *     }
         */
        PositionPatch: {
            code?: string;
            /**
             * Format: int32
             * @description Identifier
             */
            default_role_id?: number | null;
            description?: string;
            family?: string | null;
            /** Format: int32 */
            headcount?: number;
            /** Format: int32 */
            level?: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id?: number | null;
            title?: string;
        };
        /** @description A position was deleted: lists leave it out, and it can be restored. It is about the position. */
        PositionPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "position";
            /** @enum {string} */
            event_type: "position.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "position";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "position.post_archive";
        };
        /** @description A position was created. It is about the position. */
        PositionPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "position";
            /** @enum {string} */
            event_type: "position.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "position";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "position.post_create";
        };
        /** @description A position that had been deleted is back. It is about the position. */
        PositionPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "position";
            /** @enum {string} */
            event_type: "position.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "position";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "position.post_restore";
        };
        /** @description Something about a position changed: its fields, or by an act of its own. It is about the position. */
        PositionPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "position";
            /** @enum {string} */
            event_type: "position.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "position";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "position.post_update";
        };
        /** @description The last holder of a position has left it. It is about the position. */
        PositionVacatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "position";
            /** @enum {string} */
            event_type: "position.vacated";
            payload: {
                /** @enum {string} */
                action?: "vacated";
                /** @enum {string} */
                record_type?: "position";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "position.vacated";
        };
        /**
         * @example {
         *       "status": "pending",
         *       "input": {},
         *       "output": {},
         *       "is_shortened": true,
         *       "provider": "example",
         *       "model": "example",
         *       "input_tokens": 1,
         *       "output_tokens": 1,
         *       "cost": "example",
         *       "latency_ms": 1,
         *       "error": null
         *     }
         */
        PreviewPromptTemplateAnswer: {
            /** @description In the currency of the prices that the operator gave */
            cost: string | null;
            /** @description Why there is no answer, or why the last try failed */
            error: string | null;
            /** @description The texts that the provider was asked with; null for those who do not read templates and all tasks, employees and users */
            input: {
                [key: string]: unknown;
            } | null;
            /** Format: int64 */
            input_tokens: number | null;
            /** @description Whether texts of the answer are left out, since they may tell of tasks or people that you do not read */
            is_shortened: boolean;
            /** Format: int64 */
            latency_ms: number | null;
            model: string | null;
            /** @description The answer: it fits the output schema of the template */
            output: {
                [key: string]: unknown;
            } | null;
            /** Format: int64 */
            output_tokens: number | null;
            provider: string | null;
            /** @enum {string} */
            status: "pending" | "running" | "succeeded" | "failed" | "refused" | "skipped";
        };
        /**
         * @example {
         *       "record_id": 1
         *     }
         */
        PreviewPromptTemplateRequest: {
            /**
             * Format: int32
             * @description The task to ask about
             */
            record_id: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "template_id": 1,
         *       "template_version": 1,
         *       "template_code": "example",
         *       "event_id": 1,
         *       "hook": "task.pre_create",
         *       "record_type": "task",
         *       "record_id": 1,
         *       "record_version": "2026-03-14T09:26:53.589Z",
         *       "status": "pending",
         *       "input": {},
         *       "output": {},
         *       "is_shortened": true,
         *       "provider": "example",
         *       "model": "example",
         *       "input_tokens": 1,
         *       "output_tokens": 1,
         *       "cost": "example",
         *       "latency_ms": 1,
         *       "error": null,
         *       "attempts": 1,
         *       "applied_at": "2026-03-14T09:26:53.589Z",
         *       "applied_by": 1,
         *       "applied_fields": [
         *         "example"
         *       ],
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "finished_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        PromptRun: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            applied_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            applied_by: number | null;
            applied_fields: string[];
            /** Format: int64 */
            attempts: number;
            /** @description In the currency of the prices that the operator gave */
            cost: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /** @description Why there is no answer, or why the last try failed */
            error: string | null;
            /**
             * Format: int64
             * @description Identifier
             */
            event_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            finished_at: string | null;
            hook: string;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /** @description The texts that the provider was asked with; null for those who do not read templates and all tasks, employees and users */
            input: {
                [key: string]: unknown;
            } | null;
            /** Format: int64 */
            input_tokens: number | null;
            /** @description Whether texts of the answer are left out, since they may tell of tasks or people that you do not read */
            is_shortened: boolean;
            /** Format: int64 */
            latency_ms: number | null;
            model: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /** @description The answer: it fits the output schema of the template */
            output: {
                [key: string]: unknown;
            } | null;
            /** Format: int64 */
            output_tokens: number | null;
            provider: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            record_id: number | null;
            record_type: string;
            /**
             * Format: date-time
             * @description updated_at of the record that was asked about
             * @example 2026-03-14T09:26:53.589Z
             */
            record_version: string | null;
            /** @enum {string} */
            status: "pending" | "running" | "succeeded" | "failed" | "refused" | "skipped";
            template_code: string;
            /**
             * Format: int32
             * @description Identifier
             */
            template_id: number;
            /** Format: int64 */
            template_version: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
        };
        /** @description Somebody took over what a run suggests; in addition to the events of the record. It is about the run. */
        PromptRunAppliedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "prompt_run";
            /** @enum {string} */
            event_type: "prompt_run.applied";
            payload: {
                /** @enum {string} */
                action?: "applied";
                /** @enum {string} */
                record_type?: "prompt_run";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "prompt_run.applied";
        };
        /** @description A provider was to be asked about a record, and the run is over: it succeeded, failed, or the budget refused it. It is about the run. */
        PromptRunCompletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "prompt_run";
            /** @enum {string} */
            event_type: "prompt_run.completed";
            payload: {
                /** @enum {string} */
                action?: "completed";
                /** @enum {string} */
                record_type?: "prompt_run";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "prompt_run.completed";
        };
        PromptRunList: {
            data: components["schemas"]["PromptRun"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "code": "example",
         *       "name": "Platform",
         *       "hook": "task.post_create",
         *       "condition": {},
         *       "system_text": "example",
         *       "user_text": "example",
         *       "output_schema": {},
         *       "settings": {
         *         "provider": "example",
         *         "model": "example",
         *         "temperature": 1,
         *         "max_output_tokens": 1
         *       },
         *       "on_error": "continue",
         *       "is_enabled": true,
         *       "version": 1,
         *       "is_builtin": true,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        PromptTemplate: {
            code: string;
            condition: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /** @enum {string} */
            hook: "task.post_create" | "task.post_update" | "task.pre_create" | "task.pre_update";
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            readonly is_builtin: boolean;
            is_enabled: boolean;
            name: string;
            /**
             * @description Before a write: whether it goes on when no provider answers
             * @enum {string}
             */
            on_error: "continue" | "reject";
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            output_schema: {
                [key: string]: unknown;
            };
            /** @description How a model answers; providers and models are those that the installation offers, and what is left out is its choice */
            settings: {
                /** Format: int32 */
                max_output_tokens?: number;
                model?: string;
                provider?: string;
                temperature?: number;
            };
            /** @description Text with variables, such as {{record.title}} */
            system_text: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /** @description Text with variables, such as {{record.title}} */
            user_text: string;
            /** Format: int64 */
            readonly version: number;
        };
        /**
         * @example {
         *       "code": "example",
         *       "name": "Platform",
         *       "hook": "task.post_create",
         *       "system_text": "example",
         *       "user_text": "example",
         *       "output_schema": {
         *         "type": "object"
         *       },
         *       "settings": {
         *         "provider": "example",
         *         "model": "example",
         *         "temperature": 1,
         *         "max_output_tokens": 1
         *       },
         *       "on_error": "continue",
         *       "is_enabled": true
         *     }
         */
        PromptTemplateCreate: {
            code: string;
            /** @description A condition: {"all"|"any": [{"field", "op", "value"}], "not": …}, at most 5 deep. Operators: eq, ne, in, not_in, gt, gte, lt, lte, between, contains, starts_with, is_set, is_empty, has_any, has_all, changed, changed_to */
            condition?: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            hook: "task.post_create" | "task.post_update" | "task.pre_create" | "task.pre_update";
            is_enabled?: boolean;
            name: string;
            /**
             * @description Before a write: whether it goes on when no provider answers
             * @enum {string}
             */
            on_error?: "continue" | "reject";
            /** @description JSON Schema that answers have to fit */
            output_schema: {
                /** @enum {string} */
                type: "object";
            } & {
                [key: string]: unknown;
            };
            /** @description How a model answers; providers and models are those that the installation offers, and what is left out is its choice */
            settings?: {
                /** Format: int32 */
                max_output_tokens?: number;
                model?: string;
                provider?: string;
                temperature?: number;
            };
            /** @description Text with variables, such as {{record.title}} */
            system_text: string;
            /** @description Text with variables, such as {{record.title}} */
            user_text: string;
        };
        PromptTemplateList: {
            data: components["schemas"]["PromptTemplate"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "hook": "task.post_create",
         *       "system_text": "example",
         *       "user_text": "example",
         *       "output_schema": {
         *         "type": "object"
         *       },
         *       "settings": {
         *         "provider": "example",
         *         "model": "example",
         *         "temperature": 1,
         *         "max_output_tokens": 1
         *       },
         *       "on_error": "continue",
         *       "is_enabled": true
         *     }
         */
        PromptTemplatePatch: {
            /** @description A condition: {"all"|"any": [{"field", "op", "value"}], "not": …}, at most 5 deep. Operators: eq, ne, in, not_in, gt, gte, lt, lte, between, contains, starts_with, is_set, is_empty, has_any, has_all, changed, changed_to */
            condition?: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            hook?: "task.post_create" | "task.post_update" | "task.pre_create" | "task.pre_update";
            is_enabled?: boolean;
            name?: string;
            /**
             * @description Before a write: whether it goes on when no provider answers
             * @enum {string}
             */
            on_error?: "continue" | "reject";
            /** @description JSON Schema that answers have to fit */
            output_schema?: {
                /** @enum {string} */
                type: "object";
            } & {
                [key: string]: unknown;
            };
            /** @description How a model answers; providers and models are those that the installation offers, and what is left out is its choice */
            settings?: {
                /** Format: int32 */
                max_output_tokens?: number;
                model?: string;
                provider?: string;
                temperature?: number;
            };
            /** @description Text with variables, such as {{record.title}} */
            system_text?: string;
            /** @description Text with variables, such as {{record.title}} */
            user_text?: string;
        };
        /** @description A prompt template was deleted: lists leave it out, and it can be restored. It is about the prompt template. */
        PromptTemplatePostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "prompt_template";
            /** @enum {string} */
            event_type: "prompt_template.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "prompt_template";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "prompt_template.post_archive";
        };
        /** @description A prompt template was created. It is about the prompt template. */
        PromptTemplatePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "prompt_template";
            /** @enum {string} */
            event_type: "prompt_template.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "prompt_template";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "prompt_template.post_create";
        };
        /** @description A prompt template that had been deleted is back. It is about the prompt template. */
        PromptTemplatePostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "prompt_template";
            /** @enum {string} */
            event_type: "prompt_template.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "prompt_template";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "prompt_template.post_restore";
        };
        /** @description Something about a prompt template changed: its fields, or by an act of its own. It is about the prompt template. */
        PromptTemplatePostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "prompt_template";
            /** @enum {string} */
            event_type: "prompt_template.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "prompt_template";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "prompt_template.post_update";
        };
        /**
         * @example {
         *       "version": 1,
         *       "snapshot": {},
         *       "changed_by": 1,
         *       "changed_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        PromptTemplateVersion: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            changed_at: string;
            /**
             * Format: int32
             * @description The user; null where the service did it
             */
            changed_by: number | null;
            /** @description All that can be changed, as it was from then on */
            snapshot: {
                [key: string]: unknown;
            };
            /** Format: int64 */
            version: number;
        };
        PromptTemplateVersionList: {
            data: components["schemas"]["PromptTemplateVersion"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "status": "queued"
         *     }
         */
        QueuedExport: {
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "expired";
        };
        /**
         * @example {
         *       "id": 1,
         *       "status": "queued"
         *     }
         */
        QueuedImport: {
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "expired";
        };
        /**
         * @example {
         *       "id": 1,
         *       "status": "queued"
         *     }
         */
        QueuedLabelMove: {
            /**
             * Format: int32
             * @description The label that the tasks get
             */
            id: number;
            /** @enum {string} */
            status: "queued";
        };
        /**
         * @example {
         *       "received": true
         *     }
         */
        Received: {
            /** @enum {boolean} */
            received: true;
        };
        /**
         * @example {
         *       "recovery_codes": [
         *         "example"
         *       ]
         *     }
         */
        RecoveryCodes: {
            /** @description Shown this once; empty when a set exists already */
            recovery_codes?: string[];
        };
        /**
         * @example {
         *       "refresh_token": "example"
         *     }
         */
        RefreshSessionRequest: {
            refresh_token: string;
        };
        /**
         * @example {
         *       "employee": {
         *         "id": 1,
         *         "org_id": 1,
         *         "employee_number": "E-1001",
         *         "user_id": 1,
         *         "first_name": "Ada",
         *         "last_name": "Lovelace",
         *         "preferred_name": "Ada",
         *         "work_email": "example",
         *         "phone": "+43 1 5872130",
         *         "status": "pre_hire",
         *         "employment_type": "full_time",
         *         "job_title": "Engineer",
         *         "hire_date": "2031-03-14",
         *         "original_hire_date": "2026-03-14",
         *         "end_date": null,
         *         "fte": "0.8",
         *         "time_zone": "example",
         *         "position_id": 1,
         *         "team_id": 1,
         *         "manager_id": 1,
         *         "created_at": "2026-03-14T09:26:53.589Z",
         *         "updated_at": "2026-03-14T09:26:53.589Z",
         *         "created_by": 1,
         *         "updated_by": 1,
         *         "deleted_at": null
         *       },
         *       "change": {
         *         "id": 1,
         *         "org_id": 1,
         *         "employee_id": 1,
         *         "effective_date": "2026-03-14",
         *         "sequence": 1,
         *         "kind": "hire",
         *         "set": {},
         *         "previous": {},
         *         "reason_code": "example",
         *         "note": "Agreed with everybody",
         *         "state": "proposed",
         *         "corrects_id": 1,
         *         "because_of_id": 1,
         *         "applies_at": "2026-03-14T09:26:53.589Z",
         *         "applied_at": "2026-03-14T09:26:53.589Z",
         *         "created_at": "2026-03-14T09:26:53.589Z",
         *         "updated_at": "2026-03-14T09:26:53.589Z",
         *         "created_by": 1,
         *         "updated_by": 1,
         *         "deleted_at": null
         *       }
         *     }
         */
        RehireEmployeeAnswer: {
            change: components["schemas"]["EmployeeChange"];
            employee: components["schemas"]["Employee"];
        };
        /**
         * @example {
         *       "hire_date": "2031-03-14",
         *       "fte": "0.8",
         *       "employment_type": "full_time",
         *       "reason_code": "example",
         *       "note": "Agreed with everybody"
         *     }
         */
        RehireEmployeeRequest: {
            /** @enum {string} */
            employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /** @example 0.8 */
            fte?: string;
            /** Format: date */
            hire_date: string;
            /**
             * Format: int32
             * @description Identifier
             */
            manager_id?: number | null;
            note?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            position_id?: number | null;
            reason_code?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id?: number | null;
        };
        /**
         * @example {
         *       "name": "Platform"
         *     }
         */
        RenameTaskLabelRequest: {
            name: string;
        };
        /**
         * @example {
         *       "ids": [
         *         1
         *       ]
         *     }
         */
        ReorderEnumValuesRequest: {
            ids: number[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "status": "queued",
         *       "with_code": "example"
         *     }
         */
        ReplaceEnumValueAnswer: {
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /** @enum {string} */
            status: "queued";
            with_code: string;
        };
        /**
         * @example {
         *       "with_code": "example"
         *     }
         */
        ReplaceEnumValueRequest: {
            with_code: string;
        };
        /**
         * @example {
         *       "permissions": [
         *         {
         *           "permission": "task:read",
         *           "scopes": [
         *             "own"
         *           ]
         *         }
         *       ]
         *     }
         */
        ReplaceRolePermissionsRequest: {
            permissions: {
                permission: string;
                scopes: ("own" | "reports" | "team" | "org")[];
            }[];
        };
        /**
         * @example {
         *       "from": "2026-03-14T09:26:53.589Z",
         *       "to": "2026-03-14T09:26:53.589Z",
         *       "event_types": [
         *         "task.post_create"
         *       ],
         *       "only_failed": false
         *     }
         */
        ReplayWebhookRequest: {
            /**
             * @description Of the types that the endpoint listens to; all of them when empty
             * @default []
             */
            event_types?: string[];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            from: string;
            /**
             * @description Only events whose last delivery to this endpoint failed
             * @default false
             */
            only_failed?: boolean;
            /**
             * Format: date-time
             * @description Now when left out
             * @example 2026-03-14T09:26:53.589Z
             */
            to?: string;
        };
        /**
         * @example {
         *       "email": "example",
         *       "expires_at": "2031-03-14T09:26:53.589Z"
         *     }
         */
        RequestEmailChangeAnswer: {
            email: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            expires_at: string;
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "password": "a perfectly fine password"
         *     }
         */
        RequestEmailChangeRequest: {
            /** Format: email */
            email: string;
            password: string;
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "org_slug": "example"
         *     }
         */
        RequestPasswordResetRequest: {
            /** Format: email */
            email: string;
            org_slug: string;
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "org_slug": "example"
         *     }
         */
        ResendSignupVerificationRequest: {
            /** Format: email */
            email: string;
            org_slug: string;
        };
        /**
         * @example {
         *       "code": "example",
         *       "label": "Platform",
         *       "area": "example",
         *       "rights": [
         *         "read"
         *       ],
         *       "scopes": [
         *         "own"
         *       ],
         *       "fields": [
         *         "example"
         *       ]
         *     }
         */
        Resource: {
            area: string;
            code: string;
            fields: string[];
            label: string;
            rights: ("read" | "create" | "update" | "archive" | "export" | "approve" | "assign" | "publish" | "run" | "manage")[];
            scopes: ("own" | "reports" | "team" | "org")[];
        };
        ResourceList: {
            data: components["schemas"]["Resource"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "code": "example",
         *       "label": "Platform",
         *       "path": "example",
         *       "fields": [
         *         {
         *           "name": "Platform",
         *           "type": "string",
         *           "nullable": true,
         *           "required": true,
         *           "readable": true,
         *           "writable": true,
         *           "filterable": true,
         *           "sensitive": true,
         *           "description": "What it is about",
         *           "enum": [
         *             "example"
         *           ],
         *           "vocabulary": "example",
         *           "ref": "example"
         *         }
         *       ],
         *       "rights": [
         *         "example"
         *       ],
         *       "scopes": [
         *         "example"
         *       ],
         *       "events": [
         *         "example"
         *       ]
         *     }
         */
        ResourceMetadata: {
            code: string;
            events: string[];
            fields: components["schemas"]["FieldMetadata"][];
            label: string;
            /** @description Below /api */
            path: string | null;
            /** @description What you may do with it */
            rights: string[];
            /** @description By what its rows can be told apart */
            scopes: string[];
        };
        ResourceMetadataList: {
            data: components["schemas"]["ResourceMetadata"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "queued": 1,
         *       "remaining": 1
         *     }
         */
        RetryFailedWebhookDeliveriesAnswer: {
            /**
             * Format: int64
             * @description How many events are sent again
             */
            queued: number;
            /**
             * Format: int64
             * @description How many are left for another call; 10,000 stands for that many or more
             */
            remaining: number;
        };
        /**
         * @example {
         *       "since": "2026-03-14T09:26:53.589Z",
         *       "event_types": [
         *         "task.post_create"
         *       ]
         *     }
         */
        RetryFailedWebhookDeliveriesRequest: {
            /** @default [] */
            event_types?: string[];
            /**
             * Format: date-time
             * @description Deliveries that failed then or later
             * @example 2026-03-14T09:26:53.589Z
             */
            since: string;
        };
        /**
         * @example {
         *       "ended": 1
         *     }
         */
        RevokeUserSessionsAnswer: {
            /** Format: int64 */
            ended: number;
        };
        /**
         * @example {
         *       "code": "read",
         *       "description": "What it is about"
         *     }
         */
        Right: {
            /** @enum {string} */
            code: "read" | "create" | "update" | "archive" | "export" | "approve" | "assign" | "publish" | "run" | "manage";
            description: string;
        };
        RightList: {
            data: components["schemas"]["Right"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "code": "example",
         *       "name": "Platform",
         *       "description": "What it is about",
         *       "is_builtin": true,
         *       "is_default": true,
         *       "permissions": [
         *         {
         *           "permission": "task:read",
         *           "scopes": [
         *             "own"
         *           ]
         *         }
         *       ],
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Role: {
            code: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            description: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            readonly is_builtin: boolean;
            /** @description Given to every new user who is given no other role */
            is_default: boolean;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            permissions: {
                permission: string;
                scopes: ("own" | "reports" | "team" | "org")[];
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "code": "example",
         *       "name": "Platform",
         *       "description": "What it is about",
         *       "permissions": [
         *         {
         *           "permission": "task:read",
         *           "scopes": [
         *             "own"
         *           ]
         *         }
         *       ]
         *     }
         */
        RoleCreate: {
            code: string;
            /** @default  */
            description?: string;
            name: string;
            /** @default [] */
            permissions?: {
                permission: string;
                scopes: ("own" | "reports" | "team" | "org")[];
            }[];
        };
        RoleList: {
            data: components["schemas"]["Role"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "description": "What it is about",
         *       "is_default": true
         *     }
         */
        RolePatch: {
            description?: string;
            /** @description True takes it from the role that has it now */
            is_default?: boolean;
            name?: string;
        };
        /** @description The permissions of a role were replaced: whoever holds it has others from now on. It is about the role. */
        RolePermissionsChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "role";
            /** @enum {string} */
            event_type: "role.permissions_changed";
            payload: {
                /** @enum {string} */
                action?: "permissions_changed";
                /** @enum {string} */
                record_type?: "role";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "role.permissions_changed";
        };
        /** @description A role was deleted; what it gave was ended or moved to another role before. It is about the role. */
        RolePostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "role";
            /** @enum {string} */
            event_type: "role.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "role";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "role.post_archive";
        };
        /** @description A role was made: by somebody, as a copy of another one, or built in at signup. It is about the role. */
        RolePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "role";
            /** @enum {string} */
            event_type: "role.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "role";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "role.post_create";
        };
        /** @description The name or description of a role changed, it became or ceased to be the default, or it was restored. It is about the role. */
        RolePostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "role";
            /** @enum {string} */
            event_type: "role.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "role";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "role.post_update";
        };
        /**
         * @example {
         *       "overlap_hours": 1
         *     }
         */
        RotateApiKeyRequest: {
            /**
             * Format: int32
             * @description How long the old key goes on working
             * @default 24
             */
            overlap_hours?: number;
        };
        /**
         * @default {}
         * @example {
         *       "keep_old_for_hours": 1
         *     }
         */
        RotateWebhookSecretRequest: {
            /**
             * Format: int32
             * @description How long the old secret signs too; 0 where it is known to others
             * @default 24
             */
            keep_old_for_hours?: number;
        };
        /**
         * @example {
         *       "page_size": 1,
         *       "page_size_default": 1,
         *       "body_bytes": 1,
         *       "file_bytes": 1,
         *       "idempotency_hours": 1,
         *       "requests_per_minute": 1,
         *       "webhook_attempts": 1,
         *       "webhook_timeout_ms": 1
         *     }
         */
        ServiceLimits: {
            /** Format: int64 */
            body_bytes: number;
            /** Format: int64 */
            file_bytes: number;
            /** Format: int64 */
            idempotency_hours: number;
            /** Format: int64 */
            page_size: number;
            /** Format: int64 */
            page_size_default: number;
            /**
             * Format: int64
             * @description 0 for no limit
             */
            requests_per_minute: number;
            /** Format: int64 */
            webhook_attempts: number;
            /** Format: int64 */
            webhook_timeout_ms: number;
        };
        /**
         * @example {
         *       "version": "example"
         *     }
         */
        ServiceVersion: {
            version: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "refreshed_at": "2026-03-14T09:26:53.589Z",
         *       "expires_at": "2031-03-14T09:26:53.589Z",
         *       "mfa_at": "2026-03-14T09:26:53.589Z",
         *       "ip": "198.51.100.7",
         *       "user_agent": "example",
         *       "is_current": true
         *     }
         */
        Session: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            expires_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            ip: string | null;
            is_current: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            mfa_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            refreshed_at: string | null;
            user_agent: string | null;
        };
        SessionList: {
            data: components["schemas"]["Session"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "section": "example",
         *       "key": "example",
         *       "description": "What it is about",
         *       "schema": {},
         *       "default": {}
         *     }
         */
        SettingMetadata: {
            default: unknown;
            description: string;
            key: string;
            schema: components["schemas"]["PlatformResourceSchema"];
            section: string;
        };
        SettingMetadataList: {
            data: components["schemas"]["SettingMetadata"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "access_token": "example",
         *       "refresh_token": "example",
         *       "expires_in": 1,
         *       "user": {
         *         "id": 1,
         *         "org_id": 1,
         *         "org_name": "Example Ltd",
         *         "email": "example"
         *       }
         *     }
         */
        SignedIn: {
            access_token: string;
            /**
             * Format: int64
             * @description Seconds until the access token expires
             */
            expires_in: number;
            refresh_token: string;
            user: {
                email: string;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                id: number;
                /**
                 * Format: int32
                 * @description Identifier
                 */
                org_id: number;
                org_name: string;
            };
        };
        SignInAnswer: components["schemas"]["SignedIn"] | components["schemas"]["MfaRequired"];
        /**
         * @example {
         *       "org_name": "Example Ltd",
         *       "org_slug": "example",
         *       "email": "ada@example.com",
         *       "password": "a perfectly fine password",
         *       "first_name": "Ada",
         *       "last_name": "Lovelace"
         *     }
         */
        SignUpRequest: {
            /** Format: email */
            email: string;
            first_name: string;
            last_name: string;
            org_name: string;
            org_slug: string;
            password: string;
        };
        /**
         * @description What is no longer as it was, where that is told field by field
         * @example {
         *       "error": "The record has changed since"
         *     }
         */
        StaleError: {
            details?: {
                /** @description By the name of the field; those within others with dots: `address.city` */
                fieldErrors: {
                    [key: string]: string[];
                };
                formErrors: string[];
            };
            error: string;
        };
        /**
         * @example {
         *       "mfa_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        StepUpMfaAnswer: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            mfa_at: string;
        };
        /**
         * @example {
         *       "ticket": "example",
         *       "expires_at": "2031-03-14T09:26:53.589Z"
         *     }
         */
        StreamTicketCreated: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            expires_at: string;
            /** @description Opens one stream as its parameter `token`; shown only here */
            ticket?: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "title": "Prepare the board meeting",
         *       "description": "What it is about",
         *       "status": "todo",
         *       "priority": "low",
         *       "position": 1,
         *       "label": "Platform",
         *       "category_code": "general",
         *       "effort": "xs",
         *       "task_type": "feature",
         *       "assigned_employee_id": 1,
         *       "assigned_team_id": null,
         *       "assigned_to": null,
         *       "parent_task_id": null,
         *       "initiative_id": 1,
         *       "due_at": "2026-03-14T09:26:53.589Z",
         *       "reminder_offset": "5m",
         *       "tags": [
         *         "example"
         *       ],
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Task: {
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_employee_id: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_team_id: number | null;
            /**
             * Format: int32
             * @description User, for actors who are no employees
             */
            assigned_to: number | null;
            /** @example general */
            category_code: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            description: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            due_at: string | null;
            effort: components["schemas"]["TaskEffort"];
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            initiative_id: number | null;
            label: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_task_id: number | null;
            /**
             * Format: int64
             * @description Slot within its status column, from 0
             */
            readonly position: number;
            priority: components["schemas"]["TaskPriority"];
            /** @enum {string|null} */
            reminder_offset: "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d" | "2d" | "5d" | "10d" | null;
            status: components["schemas"]["TaskStatus"];
            tags: string[];
            task_type: components["schemas"]["TaskType"];
            title: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number;
        };
        /**
         * @example {
         *       "columns": [
         *         {
         *           "status": "todo",
         *           "total": 1,
         *           "data": [
         *             {
         *               "id": 1,
         *               "org_id": 1,
         *               "title": "Prepare the board meeting",
         *               "description": "What it is about",
         *               "status": "todo",
         *               "priority": "low",
         *               "position": 1,
         *               "label": "Platform",
         *               "category_code": "general",
         *               "effort": "xs",
         *               "task_type": "feature",
         *               "assigned_employee_id": 1,
         *               "assigned_team_id": null,
         *               "assigned_to": null,
         *               "parent_task_id": null,
         *               "initiative_id": 1,
         *               "due_at": "2026-03-14T09:26:53.589Z",
         *               "reminder_offset": "5m",
         *               "tags": [
         *                 "example"
         *               ],
         *               "created_at": "2026-03-14T09:26:53.589Z",
         *               "updated_at": "2026-03-14T09:26:53.589Z",
         *               "created_by": 1,
         *               "updated_by": 1,
         *               "deleted_at": null
         *             }
         *           ]
         *         }
         *       ],
         *       "total": 1
         *     }
         */
        TaskBoard: {
            columns: {
                data: components["schemas"]["Task"][];
                status: components["schemas"]["TaskStatus"];
                /**
                 * Format: int64
                 * @description Tasks of the column that fit the filter
                 */
                total: number;
            }[];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "task_id": 1,
         *       "body": "The numbers are in.",
         *       "parent_id": null,
         *       "author_user_id": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "deleted_at": null
         *     }
         */
        TaskComment: {
            /**
             * Format: int32
             * @description Identifier
             */
            readonly author_user_id: number;
            body: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_id: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly task_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
        };
        /**
         * @example {
         *       "body": "The numbers are in.",
         *       "parent_id": null
         *     }
         */
        TaskCommentCreate: {
            body: string;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_id?: number | null;
        };
        /** @description Somebody commented on a task, or replied to a comment. It is about the task that it is on. */
        TaskCommentCreatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.comment.created";
            payload: {
                /** @enum {string} */
                action?: "comment.created";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.comment.created";
        };
        /** @description A comment was deleted, by its author or by somebody who manages comments. It is about the task that it is on. */
        TaskCommentDeletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.comment.deleted";
            payload: {
                /** @enum {string} */
                action?: "comment.deleted";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.comment.deleted";
        };
        TaskCommentList: {
            data: components["schemas"]["TaskComment"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "body": "The numbers are in."
         *     }
         */
        TaskCommentPatch: {
            body: string;
        };
        /** @description The author of a comment changed its text. It is about the task that it is on. */
        TaskCommentUpdatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.comment.updated";
            payload: {
                /** @enum {string} */
                action?: "comment.updated";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.comment.updated";
        };
        /** @description A task became done and was not before; in addition to task.post_update. It is about the task. */
        TaskCompletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.completed";
            payload: {
                /** @enum {string} */
                action?: "completed";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.completed";
        };
        /**
         * @example {
         *       "title": "Prepare the board meeting",
         *       "description": "What it is about",
         *       "status": "todo",
         *       "priority": "low",
         *       "label": "Platform",
         *       "category_code": "general",
         *       "effort": "xs",
         *       "task_type": "feature",
         *       "assigned_team_id": null,
         *       "assigned_to": null,
         *       "parent_task_id": null,
         *       "due_at": "2026-03-14T09:26:53.589Z",
         *       "reminder_offset": "5m",
         *       "tags": [
         *         "example"
         *       ]
         *     }
         */
        TaskCreate: {
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_employee_id?: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_team_id?: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_to?: number | null;
            /** @example general */
            category_code?: string;
            description?: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            due_at?: string | null;
            effort?: components["schemas"]["TaskEffort"];
            /**
             * Format: int32
             * @description Identifier
             */
            initiative_id?: number | null;
            label?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_task_id?: number | null;
            priority?: components["schemas"]["TaskPriority"];
            /** @enum {string|null} */
            reminder_offset?: "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d" | "2d" | "5d" | "10d" | null;
            status?: components["schemas"]["TaskStatus"];
            tags?: string[];
            task_type?: components["schemas"]["TaskType"];
            title: string;
        };
        /** @enum {string} */
        TaskEffort: "xs" | "s" | "m" | "l" | "xl" | "xxl";
        /**
         * @example {
         *       "status": "todo",
         *       "priority": "low",
         *       "effort": "xs",
         *       "task_type": "feature",
         *       "category_code": "general",
         *       "label": "Platform",
         *       "tag": "example",
         *       "assigned_employee_id": 1,
         *       "assigned_team_id": 1,
         *       "assigned_to": 1,
         *       "assigned_to_me": true,
         *       "unassigned": true,
         *       "created_by": 1,
         *       "initiative_id": 1,
         *       "parent_task_id": 1,
         *       "due_before": "2026-03-14T09:26:53.589Z",
         *       "due_after": "2026-03-14T09:26:53.589Z",
         *       "overdue": true,
         *       "updated_after": "2026-03-14T09:26:53.589Z",
         *       "q": "example"
         *     }
         */
        TaskFilter: {
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_employee_id?: number;
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_team_id?: number;
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_to?: number;
            /** @description Assigned to the caller, as user, employee or team */
            assigned_to_me?: boolean;
            /** @example general */
            category_code?: string;
            /**
             * Format: int32
             * @description Identifier
             */
            created_by?: number;
            /**
             * Format: date-time
             * @description Due at this moment or later
             * @example 2026-03-14T09:26:53.589Z
             */
            due_after?: string;
            /**
             * Format: date-time
             * @description Due before this moment
             * @example 2026-03-14T09:26:53.589Z
             */
            due_before?: string;
            effort?: components["schemas"]["TaskEffort"];
            /**
             * Format: int32
             * @description Identifier
             */
            initiative_id?: number;
            /** @description Exactly this label */
            label?: string;
            /** @description Due before now, neither done nor cancelled */
            overdue?: boolean;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_task_id?: number;
            priority?: components["schemas"]["TaskPriority"];
            /** @description Found in title, description or label, whatever the case */
            q?: string;
            status?: components["schemas"]["TaskStatus"];
            /** @description Has this tag */
            tag?: string;
            task_type?: components["schemas"]["TaskType"];
            unassigned?: boolean;
            /**
             * Format: date-time
             * @description Changed at this moment or later
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_after?: string;
        };
        /**
         * @example {
         *       "task_ids": [
         *         1
         *       ]
         *     }
         */
        TaskIds: {
            task_ids: number[];
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "name": "Platform",
         *       "color": "#1f6feb",
         *       "group": "example",
         *       "is_exclusive": true,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        TaskLabel: {
            color: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            group: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            is_exclusive: boolean;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "color": "#1f6feb",
         *       "group": "example",
         *       "is_exclusive": true
         *     }
         */
        TaskLabelCreate: {
            color?: string | null;
            group?: string | null;
            is_exclusive?: boolean;
            name: string;
        };
        TaskLabelList: {
            data: components["schemas"]["TaskLabel"][];
            /** Format: int64 */
            total: number;
        };
        /** @description A label was merged into another one and is gone; tasks that have it follow, each with its own task.post_update. It is about the task label. */
        TaskLabelMergedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task_label";
            /** @enum {string} */
            event_type: "task_label.merged";
            payload: {
                /** @enum {string} */
                action?: "merged";
                /** @enum {string} */
                record_type?: "task_label";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task_label.merged";
        };
        /**
         * @example {
         *       "color": "#1f6feb",
         *       "group": "example",
         *       "is_exclusive": true
         *     }
         */
        TaskLabelPatch: {
            color?: string | null;
            group?: string | null;
            is_exclusive?: boolean;
        };
        /** @description A task label was deleted: lists leave it out, and it can be restored. It is about the task label. */
        TaskLabelPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task_label";
            /** @enum {string} */
            event_type: "task_label.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "task_label";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task_label.post_archive";
        };
        /** @description A task label was created. It is about the task label. */
        TaskLabelPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task_label";
            /** @enum {string} */
            event_type: "task_label.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "task_label";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task_label.post_create";
        };
        /** @description A task label that had been deleted is back. It is about the task label. */
        TaskLabelPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task_label";
            /** @enum {string} */
            event_type: "task_label.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "task_label";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task_label.post_restore";
        };
        /** @description Something about a task label changed: its fields, or by an act of its own. It is about the task label. */
        TaskLabelPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task_label";
            /** @enum {string} */
            event_type: "task_label.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "task_label";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task_label.post_update";
        };
        TaskList: {
            data: components["schemas"]["Task"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "title": "Prepare the board meeting",
         *       "description": "What it is about",
         *       "status": "todo",
         *       "priority": "low",
         *       "label": "Platform",
         *       "category_code": "general",
         *       "effort": "xs",
         *       "task_type": "feature",
         *       "assigned_team_id": null,
         *       "assigned_to": null,
         *       "parent_task_id": null,
         *       "due_at": "2026-03-14T09:26:53.589Z",
         *       "reminder_offset": "5m",
         *       "tags": [
         *         "example"
         *       ]
         *     }
         */
        TaskPatch: {
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_employee_id?: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_team_id?: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            assigned_to?: number | null;
            /** @example general */
            category_code?: string;
            description?: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            due_at?: string | null;
            effort?: components["schemas"]["TaskEffort"];
            /**
             * Format: int32
             * @description Identifier
             */
            initiative_id?: number | null;
            label?: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_task_id?: number | null;
            priority?: components["schemas"]["TaskPriority"];
            /** @enum {string|null} */
            reminder_offset?: "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d" | "2d" | "5d" | "10d" | null;
            status?: components["schemas"]["TaskStatus"];
            tags?: string[];
            task_type?: components["schemas"]["TaskType"];
            title?: string;
        };
        /** @description A task was deleted: it is hidden, and what belongs to it stays. It is about the task. */
        TaskPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.post_archive";
        };
        /** @description A task was created. It is about the task. */
        TaskPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.post_create";
        };
        /** @description A file of tasks is assembled and can be downloaded. The event is about the export, not about what is in it. It is about the export. */
        TaskPostExportEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "task.post_export";
            payload: {
                /** @enum {string} */
                action?: "post_export";
                /** @enum {string} */
                record_type?: "export";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.post_export";
        };
        /** @description A field of a task changed, its status or its place on the board among them. It is about the task. */
        TaskPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.post_update";
        };
        /** @enum {string} */
        TaskPriority: "low" | "medium" | "high" | "urgent";
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "task_id": 1,
         *       "other_task_id": 1,
         *       "kind": "blocks",
         *       "direction": "outgoing",
         *       "other_task": {
         *         "id": 1,
         *         "title": "Prepare the board meeting",
         *         "status": "todo"
         *       },
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        TaskRelation: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * @description Incoming: said on the other task
             * @enum {string}
             */
            readonly direction: "outgoing" | "incoming";
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /**
             * @description As seen from the task in the path
             * @enum {string}
             */
            kind: "blocks" | "relates_to" | "duplicates" | "precedes" | "blocked_by" | "duplicated_by" | "preceded_by";
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            readonly other_task: {
                /**
                 * Format: int32
                 * @description Identifier
                 */
                id: number;
                status: components["schemas"]["TaskStatus"];
                title: string;
            };
            /**
             * Format: int32
             * @description Identifier
             */
            other_task_id: number;
            /**
             * Format: int32
             * @description The task in the path
             */
            readonly task_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /** @description A task was related to another one; the event is about the first of the two. It is about the task. */
        TaskRelationAddedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.relation_added";
            payload: {
                /** @enum {string} */
                action?: "relation_added";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.relation_added";
        };
        /**
         * @example {
         *       "other_task_id": 1,
         *       "kind": "blocks"
         *     }
         */
        TaskRelationCreate: {
            /** @enum {string} */
            kind: "blocks" | "relates_to" | "duplicates" | "precedes";
            /**
             * Format: int32
             * @description Identifier
             */
            other_task_id: number;
        };
        TaskRelationList: {
            data: components["schemas"]["TaskRelation"][];
            /** Format: int64 */
            total: number;
        };
        /** @description Two tasks are no longer related; the event is about the first of the two. It is about the task. */
        TaskRelationRemovedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.relation_removed";
            payload: {
                /** @enum {string} */
                action?: "relation_removed";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.relation_removed";
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "task_id": 1,
         *       "user_id": 1,
         *       "kind": "offset",
         *       "offset": "5m",
         *       "remind_at": "2026-03-14T09:26:53.589Z",
         *       "state": "pending",
         *       "fired_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        TaskReminder: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly fired_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /** @enum {string} */
            kind: "offset" | "absolute";
            /**
             * @description How long before the due date
             * @enum {string|null}
             */
            offset: "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d" | "2d" | "5d" | "10d" | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            remind_at: string | null;
            /** @enum {string} */
            readonly state: "pending" | "fired" | "cancelled" | "missed";
            /**
             * Format: int32
             * @description Identifier
             */
            readonly task_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /**
             * Format: int32
             * @description Null: the one of the task itself, for whoever it is assigned to
             */
            readonly user_id: number | null;
        };
        /** @description Somebody set themselves a reminder on a task. It is about the task. */
        TaskReminderAddedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.reminder_added";
            payload: {
                /** @enum {string} */
                action?: "reminder_added";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.reminder_added";
        };
        /** @description Somebody moved a reminder of their own to another moment. It is about the task. */
        TaskReminderChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.reminder_changed";
            payload: {
                /** @enum {string} */
                action?: "reminder_changed";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.reminder_changed";
        };
        /**
         * @example {
         *       "kind": "offset",
         *       "offset": "5m"
         *     }
         */
        TaskReminderCreate: {
            /** @enum {string} */
            kind: "offset" | "absolute";
            offset?: components["schemas"]["TaskReminderOffset"];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            remind_at?: string;
        };
        /** @description The moment has come of which a task was to remind somebody. Told once for each moment, and only while it is open. It is about the task. */
        TaskReminderDueEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.reminder_due";
            payload: {
                /** @enum {string} */
                action?: "reminder_due";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.reminder_due";
        };
        TaskReminderList: {
            data: components["schemas"]["TaskReminder"][];
            /** Format: int64 */
            total: number;
        };
        /** @enum {string} */
        TaskReminderOffset: "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d" | "2d" | "5d" | "10d";
        /**
         * @example {
         *       "offset": "5m",
         *       "remind_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        TaskReminderPatch: {
            offset?: components["schemas"]["TaskReminderOffset"];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            remind_at?: string;
        };
        /** @description Somebody removed a reminder of their own. It is about the task. */
        TaskReminderRemovedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.reminder_removed";
            payload: {
                /** @enum {string} */
                action?: "reminder_removed";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.reminder_removed";
        };
        /** @enum {string} */
        TaskStatus: "todo" | "in_progress" | "reviewing" | "blocked" | "done" | "cancelled";
        /** @enum {string} */
        TaskType: "feature" | "epic" | "story" | "task" | "question";
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "name": "Platform",
         *       "filter": {
         *         "status": "todo",
         *         "priority": "low",
         *         "effort": "xs",
         *         "task_type": "feature",
         *         "category_code": "general",
         *         "label": "Platform",
         *         "tag": "example",
         *         "assigned_employee_id": 1,
         *         "assigned_team_id": 1,
         *         "assigned_to": 1,
         *         "assigned_to_me": true,
         *         "unassigned": true,
         *         "created_by": 1,
         *         "initiative_id": 1,
         *         "parent_task_id": 1,
         *         "due_before": "2026-03-14T09:26:53.589Z",
         *         "due_after": "2026-03-14T09:26:53.589Z",
         *         "overdue": true,
         *         "updated_after": "2026-03-14T09:26:53.589Z",
         *         "q": "example"
         *       },
         *       "sort": "board",
         *       "group_by": "status",
         *       "visibility": "private",
         *       "team_id": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        TaskView: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            filter: components["schemas"]["TaskFilter"];
            /** @enum {string|null} */
            group_by: "status" | "priority" | "assigned_employee_id" | "assigned_team_id" | "label" | "category_code" | "initiative_id" | "task_type" | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * @description The order of the board, or of a field: ascending, with - descending; without due date last
             * @enum {string|null}
             */
            sort: "board" | "due_at" | "-due_at" | "priority" | "-priority" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title" | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
            /** @enum {string} */
            visibility: "private" | "team" | "org";
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "filter": {
         *         "status": "todo",
         *         "priority": "low",
         *         "effort": "xs",
         *         "task_type": "feature",
         *         "category_code": "general",
         *         "label": "Platform",
         *         "tag": "example",
         *         "assigned_employee_id": 1,
         *         "assigned_team_id": 1,
         *         "assigned_to": 1,
         *         "assigned_to_me": true,
         *         "unassigned": true,
         *         "created_by": 1,
         *         "initiative_id": 1,
         *         "parent_task_id": 1,
         *         "due_before": "2026-03-14T09:26:53.589Z",
         *         "due_after": "2026-03-14T09:26:53.589Z",
         *         "overdue": true,
         *         "updated_after": "2026-03-14T09:26:53.589Z",
         *         "q": "example"
         *       },
         *       "sort": "board",
         *       "group_by": "status",
         *       "visibility": "private"
         *     }
         */
        TaskViewCreate: {
            filter?: components["schemas"]["TaskFilter"];
            /** @enum {string|null} */
            group_by?: "status" | "priority" | "assigned_employee_id" | "assigned_team_id" | "label" | "category_code" | "initiative_id" | "task_type" | null;
            name: string;
            /**
             * @description The order of the board, or of a field: ascending, with - descending; without due date last
             * @enum {string|null}
             */
            sort?: "board" | "due_at" | "-due_at" | "priority" | "-priority" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title" | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id?: number | null;
            /** @enum {string} */
            visibility?: "private" | "team" | "org";
        };
        TaskViewList: {
            data: components["schemas"]["TaskView"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "filter": {
         *         "status": "todo",
         *         "priority": "low",
         *         "effort": "xs",
         *         "task_type": "feature",
         *         "category_code": "general",
         *         "label": "Platform",
         *         "tag": "example",
         *         "assigned_employee_id": 1,
         *         "assigned_team_id": 1,
         *         "assigned_to": 1,
         *         "assigned_to_me": true,
         *         "unassigned": true,
         *         "created_by": 1,
         *         "initiative_id": 1,
         *         "parent_task_id": 1,
         *         "due_before": "2026-03-14T09:26:53.589Z",
         *         "due_after": "2026-03-14T09:26:53.589Z",
         *         "overdue": true,
         *         "updated_after": "2026-03-14T09:26:53.589Z",
         *         "q": "example"
         *       },
         *       "sort": "board",
         *       "group_by": "status",
         *       "visibility": "private"
         *     }
         */
        TaskViewPatch: {
            filter?: components["schemas"]["TaskFilter"];
            /** @enum {string|null} */
            group_by?: "status" | "priority" | "assigned_employee_id" | "assigned_team_id" | "label" | "category_code" | "initiative_id" | "task_type" | null;
            name?: string;
            /**
             * @description The order of the board, or of a field: ascending, with - descending; without due date last
             * @enum {string|null}
             */
            sort?: "board" | "due_at" | "-due_at" | "priority" | "-priority" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title" | null;
            /**
             * Format: int32
             * @description Identifier
             */
            team_id?: number | null;
            /** @enum {string} */
            visibility?: "private" | "team" | "org";
        };
        /** @description A task view was deleted: lists leave it out, and it can be restored. It is about the task view. */
        TaskViewPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task_view";
            /** @enum {string} */
            event_type: "task_view.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "task_view";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task_view.post_archive";
        };
        /** @description A task view was created. It is about the task view. */
        TaskViewPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task_view";
            /** @enum {string} */
            event_type: "task_view.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "task_view";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task_view.post_create";
        };
        /** @description A task view that had been deleted is back. It is about the task view. */
        TaskViewPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task_view";
            /** @enum {string} */
            event_type: "task_view.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "task_view";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task_view.post_restore";
        };
        /** @description Something about a task view changed: its fields, or by an act of its own. It is about the task view. */
        TaskViewPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task_view";
            /** @enum {string} */
            event_type: "task_view.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "task_view";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task_view.post_update";
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "name": "Platform",
         *       "slug": "platform",
         *       "kind": "department",
         *       "parent_id": null,
         *       "lead_employee_id": 1,
         *       "description": "What it is about",
         *       "color": "#1f6feb",
         *       "email": "ada@example.com",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Team: {
            color: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            description: string;
            /** Format: email */
            email: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /** @enum {string} */
            kind: "department" | "squad" | "committee";
            /**
             * Format: int32
             * @description Identifier
             */
            lead_employee_id: number | null;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_id: number | null;
            /** @description Made from the name when left out */
            slug: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "slug": "platform",
         *       "kind": "department",
         *       "parent_id": null,
         *       "description": "What it is about",
         *       "color": "#1f6feb",
         *       "email": "ada@example.com"
         *     }
         */
        TeamCreate: {
            color?: string | null;
            description?: string;
            /** Format: email */
            email?: string | null;
            /** @enum {string} */
            kind?: "department" | "squad" | "committee";
            /**
             * Format: int32
             * @description Identifier
             */
            lead_employee_id?: number | null;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_id?: number | null;
            /** @description Made from the name when left out */
            slug?: string;
        };
        TeamList: {
            data: components["schemas"]["Team"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "team_id": 1,
         *       "employee_id": 1,
         *       "role": "member",
         *       "allocation_percent": 1,
         *       "joined_on": "2026-03-14",
         *       "left_on": "2026-03-14",
         *       "is_home": true,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        TeamMember: {
            /**
             * Format: int64
             * @description How much of their time, where somebody said so
             */
            allocation_percent: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            employee_id: number;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /** @description Follows from team_id of the employee, on whatever days it named the team */
            readonly is_home: boolean;
            /** Format: date */
            joined_on: string;
            /**
             * Format: date
             * @description The first day on which they are no member
             */
            readonly left_on: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /** @enum {string} */
            role: "member" | "lead" | "deputy";
            /**
             * Format: int32
             * @description Identifier
             */
            readonly team_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /** @description A member of a team has another part in it or another time. It is about the team. */
        TeamMemberChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "team";
            /** @enum {string} */
            event_type: "team.member_changed";
            payload: {
                /** @enum {string} */
                action?: "member_changed";
                /** @enum {string} */
                record_type?: "team";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "team.member_changed";
        };
        /**
         * @example {
         *       "employee_id": 1,
         *       "role": "member",
         *       "allocation_percent": 1,
         *       "joined_on": "2026-03-14"
         *     }
         */
        TeamMemberCreate: {
            /** Format: int32 */
            allocation_percent?: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            employee_id: number;
            /**
             * Format: date
             * @description Today (UTC) when left out
             */
            joined_on?: string;
            /**
             * @default member
             * @enum {string}
             */
            role?: "member" | "lead" | "deputy";
        };
        /** @description An employee became a member of a team: one event for each. It is about the team. */
        TeamMemberJoinedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "team";
            /** @enum {string} */
            event_type: "team.member_joined";
            payload: {
                /** @enum {string} */
                action?: "member_joined";
                /** @enum {string} */
                record_type?: "team";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "team.member_joined";
        };
        /** @description An employee is no member of a team any more: one event for each. It is about the team. */
        TeamMemberLeftEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "team";
            /** @enum {string} */
            event_type: "team.member_left";
            payload: {
                /** @enum {string} */
                action?: "member_left";
                /** @enum {string} */
                record_type?: "team";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "team.member_left";
        };
        TeamMemberList: {
            data: components["schemas"]["TeamMember"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "role": "member",
         *       "allocation_percent": 1
         *     }
         */
        TeamMemberPatch: {
            /** Format: int32 */
            allocation_percent?: number | null;
            /** @enum {string} */
            role?: "member" | "lead" | "deputy";
        };
        /** @description A team was merged into another one, which took what it had; in addition to team.post_archive. It is about the team. */
        TeamMergedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "team";
            /** @enum {string} */
            event_type: "team.merged";
            payload: {
                /** @enum {string} */
                action?: "merged";
                /** @enum {string} */
                record_type?: "team";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "team.merged";
        };
        /** @description A team has another team above it, or none; in addition to team.post_update. It is about the team. */
        TeamMovedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "team";
            /** @enum {string} */
            event_type: "team.moved";
            payload: {
                /** @enum {string} */
                action?: "moved";
                /** @enum {string} */
                record_type?: "team";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "team.moved";
        };
        /**
         * @example {
         *       "id": 1,
         *       "name": "Platform",
         *       "slug": "platform",
         *       "kind": "department",
         *       "parent_id": null,
         *       "lead_employee_id": 1,
         *       "color": "#1f6feb",
         *       "members_count": 1,
         *       "children": []
         *     }
         */
        TeamNode: {
            children: components["schemas"]["TeamNode"][];
            color: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /** @enum {string} */
            kind: "department" | "squad" | "committee";
            /**
             * Format: int32
             * @description Identifier
             */
            lead_employee_id: number | null;
            /**
             * Format: int64
             * @description Members of today, without those of teams below
             */
            members_count: number;
            name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_id: number | null;
            slug: string;
        };
        /**
         * @example {
         *       "name": "Platform",
         *       "slug": "platform",
         *       "kind": "department",
         *       "parent_id": null,
         *       "description": "What it is about",
         *       "color": "#1f6feb",
         *       "email": "ada@example.com"
         *     }
         */
        TeamPatch: {
            color?: string | null;
            description?: string;
            /** Format: email */
            email?: string | null;
            /** @enum {string} */
            kind?: "department" | "squad" | "committee";
            /**
             * Format: int32
             * @description Identifier
             */
            lead_employee_id?: number | null;
            name?: string;
            /**
             * Format: int32
             * @description Identifier
             */
            parent_id?: number | null;
            /** @description Made from the name when left out */
            slug?: string;
        };
        /** @description A team was deleted: lists leave it out, and it can be restored. It is about the team. */
        TeamPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "team";
            /** @enum {string} */
            event_type: "team.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "team";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "team.post_archive";
        };
        /** @description A team was created. It is about the team. */
        TeamPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "team";
            /** @enum {string} */
            event_type: "team.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "team";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "team.post_create";
        };
        /** @description A team that had been deleted is back. It is about the team. */
        TeamPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "team";
            /** @enum {string} */
            event_type: "team.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "team";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "team.post_restore";
        };
        /** @description Something about a team changed: its fields, or by an act of its own. It is about the team. */
        TeamPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "team";
            /** @enum {string} */
            event_type: "team.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "team";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "team.post_update";
        };
        TeamTree: {
            data: components["schemas"]["TeamNode"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "employee": {
         *         "id": 1,
         *         "org_id": 1,
         *         "employee_number": "E-1001",
         *         "user_id": 1,
         *         "first_name": "Ada",
         *         "last_name": "Lovelace",
         *         "preferred_name": "Ada",
         *         "work_email": "example",
         *         "phone": "+43 1 5872130",
         *         "status": "pre_hire",
         *         "employment_type": "full_time",
         *         "job_title": "Engineer",
         *         "hire_date": "2031-03-14",
         *         "original_hire_date": "2026-03-14",
         *         "end_date": null,
         *         "fte": "0.8",
         *         "time_zone": "example",
         *         "position_id": 1,
         *         "team_id": 1,
         *         "manager_id": 1,
         *         "created_at": "2026-03-14T09:26:53.589Z",
         *         "updated_at": "2026-03-14T09:26:53.589Z",
         *         "created_by": 1,
         *         "updated_by": 1,
         *         "deleted_at": null
         *       },
         *       "change": {
         *         "id": 1,
         *         "org_id": 1,
         *         "employee_id": 1,
         *         "effective_date": "2026-03-14",
         *         "sequence": 1,
         *         "kind": "hire",
         *         "set": {},
         *         "previous": {},
         *         "reason_code": "example",
         *         "note": "Agreed with everybody",
         *         "state": "proposed",
         *         "corrects_id": 1,
         *         "because_of_id": 1,
         *         "applies_at": "2026-03-14T09:26:53.589Z",
         *         "applied_at": "2026-03-14T09:26:53.589Z",
         *         "created_at": "2026-03-14T09:26:53.589Z",
         *         "updated_at": "2026-03-14T09:26:53.589Z",
         *         "created_by": 1,
         *         "updated_by": 1,
         *         "deleted_at": null
         *       },
         *       "owned": {
         *         "tasks": [
         *           1
         *         ],
         *         "more_tasks": 1,
         *         "reports": [
         *           1
         *         ],
         *         "teams_led": [
         *           1
         *         ]
         *       }
         *     }
         */
        TerminateEmployeeAnswer: {
            change: components["schemas"]["EmployeeChange"];
            employee: components["schemas"]["Employee"];
            /** @description What was theirs when this was asked: open tasks, direct reports, teams to lead */
            owned: {
                /**
                 * Format: int64
                 * @description How many there are besides
                 */
                more_tasks: number;
                reports: number[];
                /** @description The first 100 open ones that you may read */
                tasks: number[];
                teams_led: number[];
            };
        };
        /**
         * @example {
         *       "end_date": "2026-03-14",
         *       "reason_code": "example",
         *       "note": "Agreed with everybody",
         *       "reassign_reports_to": 1,
         *       "reassign_tasks_to": 1
         *     }
         */
        TerminateEmployeeRequest: {
            /**
             * Format: date
             * @description The first day on which they are employed no more
             */
            end_date: string;
            note?: string | null;
            reason_code: string;
            /**
             * Format: int32
             * @description The employee who manages their reports from then on
             */
            reassign_reports_to?: number;
            /**
             * Format: int32
             * @description The employee who gets their open tasks on that day
             */
            reassign_tasks_to?: number;
        };
        /**
         * @example {
         *       "user_id": 1,
         *       "password": "a perfectly fine password"
         *     }
         */
        TransferOrganizationOwnershipRequest: {
            password: string;
            /**
             * Format: int32
             * @description Identifier
             */
            user_id: number;
        };
        /**
         * @example {
         *       "label": "Platform",
         *       "label_id": 1,
         *       "tasks_count": 1
         *     }
         */
        UsedTaskLabel: {
            label: string;
            /**
             * Format: int32
             * @description The entry of the catalogue, where there is one
             */
            label_id: number | null;
            /** Format: int64 */
            tasks_count: number;
        };
        UsedTaskLabelList: {
            data: components["schemas"]["UsedTaskLabel"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "email": "example",
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "display_name": "Ada Lovelace",
         *       "avatar_file_id": 1,
         *       "locale": "en",
         *       "time_zone": "example",
         *       "status": "invited",
         *       "is_service": false,
         *       "email_verified_at": "2026-03-14T09:26:53.589Z",
         *       "last_login_at": "2026-03-14T09:26:53.589Z",
         *       "erased_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        User: {
            /**
             * Format: int32
             * @description Identifier
             */
            avatar_file_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            display_name: string | null;
            email: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly email_verified_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly erased_at: string | null;
            first_name: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            /** @description Stands for a program: signs in by API key alone */
            is_service: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly last_login_at: string | null;
            last_name: string;
            locale: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /** @enum {string} */
            readonly status: "invited" | "active" | "suspended" | "deactivated";
            time_zone: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number | null;
        };
        /** @description Somebody may sign in who could not before: they took an invitation, or were reactivated. It is about the user. */
        UserActivatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.activated";
            payload: {
                /** @enum {string} */
                action?: "activated";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.activated";
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "display_name": "Ada Lovelace",
         *       "locale": "de-AT",
         *       "time_zone": "Europe/Berlin",
         *       "password": "a perfectly fine password",
         *       "is_service": false
         *     }
         */
        UserCreate: {
            display_name?: string | null;
            /** Format: email */
            email: string;
            first_name: string;
            /** @description A program: active at once, without password or mail. Needs user:manage */
            is_service?: boolean;
            last_name: string;
            /**
             * @description BCP 47 language tag
             * @example de-AT
             */
            locale?: string;
            /** @description Without one the user is invited by mail and cannot sign in yet */
            password?: string;
            /** @description Without it the default role is given; an empty list gives none */
            role_ids?: number[];
            /**
             * @description IANA time zone
             * @example Europe/Berlin
             */
            time_zone?: string;
        };
        /** @description Somebody may not sign in any more; their sessions and API keys stop at once. It is about the user. */
        UserDeactivatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.deactivated";
            payload: {
                /** @enum {string} */
                action?: "deactivated";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.deactivated";
        };
        /** @description Somebody signs in with another e-mail address, which they confirmed. It is about the user. */
        UserEmailChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.email_changed";
            payload: {
                /** @enum {string} */
                action?: "email_changed";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.email_changed";
        };
        /** @description Somebody asked for another e-mail address, which is to be confirmed. It is about the user. */
        UserEmailChangeRequestedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.email_change_requested";
            payload: {
                /** @enum {string} */
                action?: "email_change_requested";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.email_change_requested";
        };
        /** @description What was kept about somebody is destroyed for good, as they may ask for. It is about the user. */
        UserErasedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.erased";
            payload: {
                /** @enum {string} */
                action?: "erased";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.erased";
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "id": 1,
         *       "user_id": 1,
         *       "provider": "password",
         *       "provider_key": "example",
         *       "external_id": "example",
         *       "verified_at": "2026-03-14T09:26:53.589Z",
         *       "last_used_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "deleted_at": null
         *     }
         */
        UserIdentity: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            deleted_at: string | null;
            external_id: string;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            last_used_at: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /** @enum {string} */
            provider: "password" | "oidc" | "saml" | "scim";
            provider_key: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            user_id: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            verified_at: string | null;
        };
        UserIdentityList: {
            data: components["schemas"]["UserIdentity"][];
            /** Format: int64 */
            total: number;
        };
        /** @description A way to sign in was taken from somebody. It is about the way to sign in. */
        UserIdentityPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user_identity";
            /** @enum {string} */
            event_type: "user_identity.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "user_identity";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user_identity.post_archive";
        };
        /** @description Somebody can sign in another way, such as by a password that they set. It is about the way to sign in. */
        UserIdentityPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user_identity";
            /** @enum {string} */
            event_type: "user_identity.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "user_identity";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user_identity.post_create";
        };
        /** @description Somebody was sent an invitation, the first one or another. It is about the user. */
        UserInvitedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.invited";
            payload: {
                /** @enum {string} */
                action?: "invited";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.invited";
        };
        UserList: {
            data: components["schemas"]["User"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "first_name": "Ada",
         *       "last_name": "Lovelace",
         *       "display_name": "Ada Lovelace",
         *       "locale": "de-AT",
         *       "time_zone": "Europe/Berlin"
         *     }
         */
        UserPatch: {
            /**
             * Format: int32
             * @description An image that you or the user uploaded
             */
            avatar_file_id?: number | null;
            display_name?: string | null;
            first_name?: string;
            last_name?: string;
            /**
             * @description BCP 47 language tag
             * @example de-AT
             */
            locale?: string;
            /**
             * @description IANA time zone
             * @example Europe/Berlin
             */
            time_zone?: string;
        };
        /** @description An account was deleted; it can be restored until it is erased. It is about the user. */
        UserPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.post_archive";
        };
        /** @description Somebody got an account: invited, given a password, imported or signed up. It is about the user. */
        UserPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.post_create";
        };
        /** @description A file of users is assembled and can be downloaded. The event is about the export, not about what is in it. It is about the export. */
        UserPostExportEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "user.post_export";
            payload: {
                /** @enum {string} */
                action?: "post_export";
                /** @enum {string} */
                record_type?: "export";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.post_export";
        };
        /** @description Something about an account changed, its status among them, or it was restored. It is about the user. */
        UserPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.post_update";
        };
        /**
         * @example {
         *       "org_id": 1,
         *       "user_id": 1,
         *       "pronouns": "example",
         *       "bio": "example",
         *       "phone": "+43 1 5872130",
         *       "skills": [
         *         "example"
         *       ],
         *       "links": [
         *         {
         *           "label": "Platform",
         *           "url": "https://example.com/hooks"
         *         }
         *       ],
         *       "birthday_visibility": "hidden",
         *       "updated_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        UserProfile: {
            bio: string | null;
            /** @enum {string} */
            birthday_visibility: "hidden" | "day_month";
            links: {
                label: string;
                url: string;
            }[];
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            phone: string | null;
            pronouns: string | null;
            skills: string[];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly user_id: number;
        };
        /**
         * @example {
         *       "pronouns": "example",
         *       "bio": "example",
         *       "phone": "+43 1 5872130",
         *       "skills": [
         *         "example"
         *       ],
         *       "links": [
         *         {
         *           "label": "Platform",
         *           "url": "https://example.com/hooks"
         *         }
         *       ],
         *       "birthday_visibility": "hidden"
         *     }
         */
        UserProfilePatch: {
            bio?: string | null;
            /** @enum {string} */
            birthday_visibility?: "hidden" | "day_month";
            links?: {
                label: string;
                /**
                 * Format: uri
                 * @description http or https
                 */
                url: string;
            }[];
            phone?: string | null;
            pronouns?: string | null;
            skills?: string[];
        };
        /** @description The profile of somebody changed: what they tell about themselves. It is about the user. */
        UserProfileUpdatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.profile_updated";
            payload: {
                /** @enum {string} */
                action?: "profile_updated";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.profile_updated";
        };
        /** @description Somebody was sent a link that proves their e-mail address. It is about the user. */
        UserVerificationRequestedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.verification_requested";
            payload: {
                /** @enum {string} */
                action?: "verification_requested";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.verification_requested";
        };
        /**
         * @description What is wrong with the input: by field, and as a whole
         * @example {
         *       "error": "Validation failed",
         *       "details": {
         *         "fieldErrors": {
         *           "title": [
         *             "Is required"
         *           ]
         *         },
         *         "formErrors": []
         *       }
         *     }
         */
        ValidationError: {
            details: {
                /** @description By the name of the field; those within others with dots: `address.city` */
                fieldErrors: {
                    [key: string]: string[];
                };
                formErrors: string[];
            };
            error: string;
        };
        /**
         * @example {
         *       "ok": true,
         *       "checked": 1,
         *       "first_broken_seq": 1,
         *       "reason": "entry_changed",
         *       "archived_seq": 1,
         *       "head_seq": 1,
         *       "head_hash": "example",
         *       "unsealed": 1
         *     }
         */
        VerifyAuditLogAnswer: {
            /**
             * Format: int64
             * @description Places up to this one are archived, and are no part of the check; 0 for none
             */
            archived_seq: number;
            /**
             * Format: int64
             * @description How many places of the chain were found sound
             */
            checked: number;
            /** Format: int64 */
            first_broken_seq: number | null;
            /** @description SHA-256 in hexadecimal; compare it with one kept outside */
            head_hash: string | null;
            /**
             * Format: int64
             * @description The last place; 0 before anything was sealed
             */
            head_seq: number;
            ok: boolean;
            /** @enum {string|null} */
            reason: "entry_changed" | "entry_missing" | "entry_added" | "personal_values_changed" | "personal_values_missing" | "link_missing" | "chain_changed" | "differs_from_announced" | null;
            /**
             * Format: int64
             * @description Recent entries that wait for the worker to seal them
             */
            unsealed: number;
        };
        /**
         * @example {
         *       "mfa_token": "example",
         *       "code": "123456"
         *     }
         */
        VerifyMfaRequest: {
            code?: string;
            mfa_token: string;
            recovery_code?: string;
        };
        /**
         * @example {
         *       "verified": true
         *     }
         */
        VerifySignupAnswer: {
            /** @enum {boolean} */
            verified: true;
        };
        /**
         * @example {
         *       "token": "example"
         *     }
         */
        VerifySignupRequest: {
            token: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "url": "https://example.com/hooks",
         *       "event_types": [
         *         "task.post_create"
         *       ],
         *       "description": "What it is about",
         *       "is_active": true,
         *       "disabled_reason": null,
         *       "rate_limit_per_second": 1,
         *       "ordered": true,
         *       "previous_secret_until": null,
         *       "failing_since": null,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null
         *     }
         */
        Webhook: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly created_by: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly deleted_at: string | null;
            description: string;
            readonly disabled_reason: string | null;
            /** @description Empty: every event */
            event_types: string[];
            /**
             * Format: date-time
             * @description Since when no delivery succeeded
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly failing_since: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly id: number;
            is_active: boolean;
            ordered: boolean;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly org_id: number;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs too
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly previous_secret_until: string | null;
            /** Format: int64 */
            rate_limit_per_second: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            readonly updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            readonly updated_by: number;
            url: string;
        };
        /**
         * @example {
         *       "url": "https://example.com/hooks",
         *       "event_types": [
         *         "task.post_create"
         *       ],
         *       "description": "What it is about",
         *       "rate_limit_per_second": 1,
         *       "ordered": false
         *     }
         */
        WebhookCreate: {
            /** @default  */
            description?: string;
            /** @default [] */
            event_types?: string[];
            /**
             * @description First in, first out: one request at a time, and a delivery that fails holds those behind it
             * @default false
             */
            ordered?: boolean;
            /**
             * Format: int32
             * @description How many requests a second at most; null for no limit. Waiting costs no attempt
             * @default null
             */
            rate_limit_per_second?: number | null;
            url: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "url": "https://example.com/hooks",
         *       "event_types": [
         *         "task.post_create"
         *       ],
         *       "description": "What it is about",
         *       "is_active": true,
         *       "disabled_reason": null,
         *       "rate_limit_per_second": 1,
         *       "ordered": true,
         *       "previous_secret_until": null,
         *       "failing_since": null,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null,
         *       "secret": "example"
         *     }
         */
        WebhookCreated: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            created_by: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            deleted_at: string | null;
            description: string;
            disabled_reason: string | null;
            /** @description Empty: every event */
            event_types: string[];
            /**
             * Format: date-time
             * @description Since when no delivery succeeded
             * @example 2026-03-14T09:26:53.589Z
             */
            failing_since: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            is_active: boolean;
            ordered: boolean;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs too
             * @example 2026-03-14T09:26:53.589Z
             */
            previous_secret_until: string | null;
            /** Format: int64 */
            rate_limit_per_second: number | null;
            /** @description The signing secret, shown this once */
            secret?: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            updated_by: number;
            url: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "webhook_id": 1,
         *       "event_id": 1,
         *       "event_type": "task.post_create",
         *       "attempt": 1,
         *       "status": "pending",
         *       "scheduled_at": "2026-03-14T09:26:53.589Z",
         *       "started_at": "2026-03-14T09:26:53.589Z",
         *       "finished_at": "2026-03-14T09:26:53.589Z",
         *       "duration_ms": 1,
         *       "response_status": 1,
         *       "response_headers": {},
         *       "response_body": "example",
         *       "error": null,
         *       "is_manual": true,
         *       "is_replay": true,
         *       "replay_id": 1,
         *       "created_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        WebhookDelivery: {
            /** Format: int64 */
            attempt: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /** Format: int64 */
            duration_ms: number | null;
            error: string | null;
            /**
             * Format: int64
             * @description Identifier
             */
            event_id: number;
            event_type: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            finished_at: string | null;
            /**
             * Format: int64
             * @description Identifier
             */
            id: number;
            is_manual: boolean;
            is_replay: boolean;
            /**
             * Format: int32
             * @description Identifier
             */
            replay_id: number | null;
            response_body: string | null;
            response_headers: {
                [key: string]: string;
            } | null;
            /** Format: int64 */
            response_status: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            scheduled_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            started_at: string | null;
            /** @enum {string} */
            status: "pending" | "delivering" | "succeeded" | "failed" | "cancelled";
            /**
             * Format: int32
             * @description Identifier
             */
            webhook_id: number;
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "url": "https://example.com/hooks",
         *       "event_types": [
         *         "task.post_create"
         *       ],
         *       "description": "What it is about",
         *       "is_active": true,
         *       "disabled_reason": null,
         *       "rate_limit_per_second": 1,
         *       "ordered": true,
         *       "previous_secret_until": null,
         *       "failing_since": null,
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1,
         *       "deleted_at": null,
         *       "recent_deliveries": [
         *         {
         *           "id": 1,
         *           "webhook_id": 1,
         *           "event_id": 1,
         *           "event_type": "task.post_create",
         *           "attempt": 1,
         *           "status": "pending",
         *           "scheduled_at": "2026-03-14T09:26:53.589Z",
         *           "started_at": "2026-03-14T09:26:53.589Z",
         *           "finished_at": "2026-03-14T09:26:53.589Z",
         *           "duration_ms": 1,
         *           "response_status": 1,
         *           "response_headers": {},
         *           "response_body": "example",
         *           "error": null,
         *           "is_manual": true,
         *           "is_replay": true,
         *           "replay_id": 1,
         *           "created_at": "2026-03-14T09:26:53.589Z"
         *         }
         *       ]
         *     }
         */
        WebhookDetail: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            created_by: number;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            deleted_at: string | null;
            description: string;
            disabled_reason: string | null;
            /** @description Empty: every event */
            event_types: string[];
            /**
             * Format: date-time
             * @description Since when no delivery succeeded
             * @example 2026-03-14T09:26:53.589Z
             */
            failing_since: string | null;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            is_active: boolean;
            ordered: boolean;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /**
             * Format: date-time
             * @description Until when the secret before the last rotation signs too
             * @example 2026-03-14T09:26:53.589Z
             */
            previous_secret_until: string | null;
            /** Format: int64 */
            rate_limit_per_second: number | null;
            recent_deliveries: components["schemas"]["WebhookDelivery"][];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            updated_by: number;
            url: string;
        };
        /** @description Somebody had a failed delivery sent again. It is about the webhook endpoint. */
        WebhookEndpointDeliveryRetriedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.delivery_retried";
            payload: {
                /** @enum {string} */
                action?: "delivery_retried";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.delivery_retried";
        };
        /** @description A webhook endpoint was switched off: its receiver says that it is gone, or all failed for five days. It is about the webhook endpoint. */
        WebhookEndpointDisabledEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.disabled";
            payload: {
                /** @enum {string} */
                action?: "disabled";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.disabled";
        };
        /** @description Somebody had the failed deliveries of a time sent again. It is about the webhook endpoint. */
        WebhookEndpointFailedRetriedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.failed_retried";
            payload: {
                /** @enum {string} */
                action?: "failed_retried";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.failed_retried";
        };
        /** @description Everything that was sent to a webhook endpoint failed for two days. It is about the webhook endpoint. */
        WebhookEndpointFailingEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.failing";
            payload: {
                /** @enum {string} */
                action?: "failing";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.failing";
        };
        /** @description A webhook endpoint was deleted; what was still to be sent to it is cancelled. It is about the webhook endpoint. */
        WebhookEndpointPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.post_archive";
        };
        /** @description A webhook endpoint was registered. It is about the webhook endpoint. */
        WebhookEndpointPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.post_create";
        };
        /** @description A webhook endpoint was changed, or switched on or off by somebody. It is about the webhook endpoint. */
        WebhookEndpointPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.post_update";
        };
        /** @description The receiver of a webhook endpoint refused deliveries for good. Said once an hour at most. It is about the webhook endpoint. */
        WebhookEndpointRefusedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.refused";
            payload: {
                /** @enum {string} */
                action?: "refused";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.refused";
        };
        /** @description Somebody ended a replay before it was done. It is about the webhook endpoint. */
        WebhookEndpointReplayCancelledEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.replay_cancelled";
            payload: {
                /** @enum {string} */
                action?: "replay_cancelled";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.replay_cancelled";
        };
        /** @description Somebody had past events sent to a webhook endpoint again. It is about the webhook endpoint. */
        WebhookEndpointReplayStartedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.replay_started";
            payload: {
                /** @enum {string} */
                action?: "replay_started";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.replay_started";
        };
        /** @description A webhook endpoint has a new signing secret; the old one may sign too for some hours. It is about the webhook endpoint. */
        WebhookEndpointSecretRotatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.secret_rotated";
            payload: {
                /** @enum {string} */
                action?: "secret_rotated";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.secret_rotated";
        };
        WebhookList: {
            data: components["schemas"]["Webhook"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "url": "https://example.com/hooks",
         *       "event_types": [
         *         "task.post_create"
         *       ],
         *       "description": "What it is about",
         *       "is_active": true,
         *       "rate_limit_per_second": 1,
         *       "ordered": true
         *     }
         */
        WebhookPatch: {
            description?: string;
            event_types?: string[];
            is_active?: boolean;
            /** @description First in, first out: one request at a time, and a delivery that fails holds those behind it */
            ordered?: boolean;
            /**
             * Format: int32
             * @description How many requests a second at most; null for no limit. Waiting costs no attempt
             */
            rate_limit_per_second?: number | null;
            url?: string;
        };
        /**
         * @example {
         *       "id": 1,
         *       "org_id": 1,
         *       "webhook_id": 1,
         *       "from": "2026-03-14T09:26:53.589Z",
         *       "to": "2026-03-14T09:26:53.589Z",
         *       "event_types": [
         *         "task.post_create"
         *       ],
         *       "only_failed": true,
         *       "status": "running",
         *       "queued": 1,
         *       "reached_at": "2026-03-14T09:26:53.589Z",
         *       "finished_at": "2026-03-14T09:26:53.589Z",
         *       "created_at": "2026-03-14T09:26:53.589Z",
         *       "updated_at": "2026-03-14T09:26:53.589Z",
         *       "created_by": 1,
         *       "updated_by": 1
         *     }
         */
        WebhookReplay: {
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            created_at: string;
            /**
             * Format: int32
             * @description Null: somebody who runs the service
             */
            created_by: number | null;
            /** @description Empty: every type that the endpoint listens to */
            event_types: string[];
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            from: string;
            /**
             * Format: int32
             * @description Identifier
             */
            id: number;
            only_failed: boolean;
            /**
             * Format: int32
             * @description Identifier
             */
            org_id: number;
            /**
             * Format: int64
             * @description How many deliveries were made so far
             */
            queued: number;
            /**
             * Format: date-time
             * @description Up to when events were looked at
             * @example 2026-03-14T09:26:53.589Z
             */
            reached_at: string | null;
            /** @enum {string} */
            status: "running" | "done" | "cancelled";
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            to: string;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            updated_at: string;
            /**
             * Format: int32
             * @description Identifier
             */
            updated_by: number | null;
            /**
             * Format: int32
             * @description Identifier
             */
            webhook_id: number;
        };
        WebhookReplayList: {
            data: components["schemas"]["WebhookReplay"][];
            /** Format: int64 */
            total: number;
        };
        /**
         * @example {
         *       "since": "2026-03-14T09:26:53.589Z",
         *       "deliveries": 1,
         *       "succeeded": 1,
         *       "failed": 1,
         *       "success_rate": 1,
         *       "p50_ms": 1,
         *       "p95_ms": 1,
         *       "last_success_at": "2026-03-14T09:26:53.589Z",
         *       "last_failure": {
         *         "delivery_id": 1,
         *         "event_id": 1,
         *         "event_type": "task.post_create",
         *         "finished_at": "2026-03-14T09:26:53.589Z",
         *         "response_status": 1,
         *         "error": null
         *       },
         *       "waiting": 1,
         *       "next_due_at": "2026-03-14T09:26:53.589Z"
         *     }
         */
        WebhookStatistics: {
            /**
             * Format: int64
             * @description Attempts that ended
             */
            deliveries: number;
            /** Format: int64 */
            failed: number;
            last_failure: {
                /**
                 * Format: int64
                 * @description Identifier
                 */
                delivery_id: number;
                error: string | null;
                /**
                 * Format: int64
                 * @description Identifier
                 */
                event_id: number;
                event_type: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 timestamp, UTC in answers
                 * @example 2026-03-14T09:26:53.589Z
                 */
                finished_at: string;
                /** Format: int64 */
                response_status: number | null;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            next_due_at: string | null;
            /** Format: int64 */
            p50_ms: number | null;
            /** Format: int64 */
            p95_ms: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 timestamp, UTC in answers
             * @example 2026-03-14T09:26:53.589Z
             */
            since: string;
            /** Format: int64 */
            succeeded: number;
            /** @description Null where nothing ended */
            success_rate: number | null;
            /** Format: int64 */
            waiting: number;
        };
        /** @description Somebody asked for a test. It is delivered to that endpoint alone, whatever it listens to. It is about the webhook endpoint. */
        WebhookTestEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook.test";
            payload: {
                /** @enum {string} */
                action?: "test";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook.test";
        };
    };
    responses: {
        /** @description The first request with this `Idempotency-Key` is still running */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No permission, or one that does not reach this; or the organization is in a state that forbids it */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input is wrong, or breaks a rule; `details` names every field */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationError"];
            };
        };
        /** @description Not there, deleted, outside your reach, or another organization’s: all read the same */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description You have it already */
        NotModified: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description What is no valid request (400), took too long to arrive (408), expects what there is not (417) or has headers that are too large (431); or the service failed (500) */
        OtherError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests, or tries at a password or code */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The record is no longer, or never was, as `If-Match` says, or as it was when asked about */
        Stale: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["StaleError"];
            };
        };
        /** @description The body is larger than 1 MiB, or a file than 25 MiB */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No credential, or one that is expired, revoked or malformed */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something that the service needs cannot be reached; try again */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
        IdempotencyKey: string;
        /** @description An `ETag` of the record: it is changed only if it is still as it was then */
        IfMatch: string;
        /** @description An `ETag` that you have: the answer is 304 where nothing changed */
        IfNoneMatch: string;
        /** @description The last `id:` that you got: the stream goes on after it */
        LastEventId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                status?: "live" | "expired" | "revoked";
                /** @description Whom the keys act as */
                user_id?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listAuditLogEntries: {
        parameters: {
            query?: {
                action?: string;
                /** @description Identifier */
                actor_id?: number;
                actor_type?: "user" | "api_key" | "system";
                /** @description Only entries of this moment or after it */
                from?: string;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                outcome?: "success" | "denied" | "failed";
                /** @description Part of the action, resource, request id or name of the actor */
                q?: string;
                /** @description Identifier */
                record_id?: number;
                request_id?: string;
                resource?: string;
                /** @description Only entries before this moment */
                to?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogEntryList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getAuditLogEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogEntry"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listAuditLogCheckpoints: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogCheckpointList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    exportAuditLog: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportAuditLogRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listAuditLogSearches: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Part of the name */
                q?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogSearchList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createAuditLogSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditLogSearchCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogSearch"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getAuditLogSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogSearch"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteAuditLogSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateAuditLogSearch: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuditLogSearchPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogSearch"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    verifyAuditLog: {
        parameters: {
            query?: {
                /** @description Where to begin; the hash before it is taken on trust */
                from_seq?: number;
                /** @description Where to end */
                to_seq?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyAuditLogAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    logoutAll: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    stepUpMfa: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaCode"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepUpMfaAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    verifyMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyMfaRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordResetRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Received"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmPasswordResetRequest"];
            };
        };
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshSessionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEmployees: {
        parameters: {
            query?: {
                /** @description What is true on that day, by all that is known; needs employee_change:read */
                as_of?: string;
                employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
                /** @description The first day of a range of hire dates */
                hired_from?: string;
                /** @description The last day of it */
                hired_to?: string;
                /** @description How many at most */
                limit?: number;
                /** @description Identifier */
                manager_id?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Identifier */
                position_id?: number;
                /** @description Part of a name, e-mail address or employee number */
                q?: string;
                sort?: "name" | "-name" | "employee_number" | "-employee_number" | "hire_date" | "-hire_date" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                status?: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
                /** @description Identifier */
                team_id?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmployeeCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Employee"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEmployeeChanges: {
        parameters: {
            query?: {
                kind?: "hire" | "position" | "promotion" | "transfer" | "manager" | "team" | "fte" | "status" | "rehire" | "termination" | "correction";
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                state?: "proposed" | "scheduled" | "applied" | "cancelled";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                employeeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeChangeList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createEmployeeChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                employeeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmployeeChangeCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeChange"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getEmployeeChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                employeeId: number;
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeChange"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteEmployeeChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                employeeId: number;
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    approveEmployeeChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                employeeId: number;
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeChange"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    withdrawEmployeeChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                employeeId: number;
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeChange"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getEmployee: {
        parameters: {
            query?: {
                /** @description What is true on that day, by all that is known; needs employee_change:read */
                as_of?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Employee"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmployeePatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Employee"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEmployeeHistory: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeHistorySpanList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    linkEmployeeUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEmployeeUserRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Employee"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    rehireEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RehireEmployeeRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RehireEmployeeAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEmployeeReports: {
        parameters: {
            query?: {
                /** @description What is true on that day, by all that is known; needs employee_change:read */
                as_of?: string;
                /** @description How many levels of reports */
                depth?: number;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeReportList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    terminateEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminateEmployeeRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TerminateEmployeeAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    exportEmployees: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportEmployeesRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    importEmployees: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCreate"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedImport"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOrgChart: {
        parameters: {
            query?: {
                /** @description What is true on that day, by all that is known; needs employee_change:read */
                as_of?: string;
                /** @description How many levels below the top ones */
                depth?: number;
                /** @description Everybody whose manager is not shown, when left out */
                root_id?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgChart"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEnums: {
        parameters: {
            query?: {
                is_system?: boolean;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createEnum: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnumCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enum"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getEnum: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteEnum: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateEnum: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnumPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enum"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEnumValues: {
        parameters: {
            query?: {
                /** @description true: also those that were archived, for the labels of old records */
                archived?: boolean;
                is_active?: boolean;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValueList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createEnumValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnumValueCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValue"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getEnumValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                code: string;
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValue"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteEnumValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                code: string;
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateEnumValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                code: string;
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnumValuePatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValue"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    replaceEnumValue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                code: string;
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceEnumValueRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplaceEnumValueAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    reorderEnumValues: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReorderEnumValuesRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValueList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: {
                aggregate_type?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeMetadataList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                aggregate_type?: string;
                event_type?: string;
                /** @description Only events after this moment */
                from?: string;
                /** @description How many at most */
                limit?: number;
                /** @description Which page, from 1 on */
                page?: number;
                /** @description Only events before this moment */
                to?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listEventHistory: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                aggregateId: number;
                aggregateType: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                aggregate_type?: string;
                event_type?: string;
                /** @description Resume after this `id:`; the header Last-Event-ID wins */
                last_event_id?: string;
                /** @description Credential, where no header can be sent: EventSource */
                token?: string;
            };
            header?: {
                /** @description The last `id:` that you got: the stream goes on after it */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherError"];
        };
    };
    createStreamTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTicketCreated"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                resource?: string;
                status?: "queued" | "running" | "succeeded" | "failed" | "expired";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    downloadExport: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                status?: "pending" | "stored" | "refused";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    downloadFileContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    uploadFileContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        /** @description The bytes as they are */
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    downloadFileByLink: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listGrants: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description In force at this moment: begun, and not ended */
                live?: boolean;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Identifier */
                role_id?: number;
                source?: "manual" | "hierarchy" | "default" | "pack";
                /** @description Identifier */
                team_id?: number;
                /** @description Identifier */
                user_id?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createGrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Grant"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getGrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Grant"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteGrant: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            304: components["responses"]["NotModified"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["OtherError"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                resource?: string;
                status?: "queued" | "running" | "succeeded" | "failed" | "expired";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listInitiatives: {
        parameters: {
            query?: {
                /** @description Deleted rows instead; for those who may restore them */
                deleted?: boolean;
                health?: "unknown" | "on_track" | "at_risk" | "off_track";
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Identifier */
                owner_employee_id?: number;
                /** @description Part of name or code */
                q?: string;
                sort?: "name" | "-name" | "code" | "-code" | "status" | "-status" | "start_on" | "-start_on" | "target_on" | "-target_on" | "progress" | "-progress" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                status?: "proposed" | "planned" | "active" | "paused" | "completed" | "cancelled";
                /** @description Identifier */
                team_id?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createInitiative: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitiativeCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getInitiative: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteInitiative: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateInitiative: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitiativePatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    completeInitiative: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteInitiativeRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    restoreInitiative: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getInitiativeBurnup: {
        parameters: {
            query?: {
                /** @description The day it was made when left out */
                from?: string;
                /** @description Today (UTC) when left out, and at the latest */
                to?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeBurnup"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listInitiativeMembers: {
        parameters: {
            query?: {
                /** @description Identifier */
                employee_id?: number;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                role?: "lead" | "member" | "stakeholder";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeMemberList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createInitiativeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitiativeMemberCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeMember"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getInitiativeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeMember"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteInitiativeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateInitiativeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitiativeMemberPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeMember"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getInitiativeSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeSummary"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listInitiativeTasks: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                status?: components["schemas"]["TaskStatus"];
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    linkInitiativeTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskIds"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedTasks"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    unlinkInitiativeTasks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskIds"];
            };
        };
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listInitiativeUpdates: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeUpdateList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createInitiativeUpdate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InitiativeUpdateCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeUpdate"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    exportInitiatives: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportInitiativesRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getMfa: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mfa"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteMfaMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaProof"];
            };
        };
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaProof"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginTotpRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginTotpAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MfaCode"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    closeOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseOrganizationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    exportOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportOrganizationRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    reopenOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    requestOrganizationVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Received"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOrganizationSettings: {
        parameters: {
            query?: {
                section?: "general" | "security" | "branding" | "features" | "localization" | "webhooks" | "prompts";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSettings"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateOrganizationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationSettingsPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSettings"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    transferOrganizationOwnership: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferOrganizationOwnershipRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listOrganizationAddresses: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAddressList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createOrganizationAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationAddressCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAddress"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOrganizationAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAddress"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteOrganizationAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateOrganizationAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationAddressPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAddress"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listOrganizationContacts: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationContactList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createOrganizationContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationContactCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationContact"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOrganizationContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationContact"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteOrganizationContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateOrganizationContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationContactPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationContact"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listOrganizationSocialLinks: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSocialLinkList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createOrganizationSocialLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationSocialLinkCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSocialLink"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getOrganizationSocialLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSocialLink"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteOrganizationSocialLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateOrganizationSocialLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationSocialLinkPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSocialLink"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    explainPermission: {
        parameters: {
            query: {
                permission: string;
                /** @description Asks about this record alone */
                record_id?: number;
                /** @description Identifier */
                user_id: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionExplanation"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformCountries: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedCodeList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformCurrencies: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedCodeList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeNameList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformLanguages: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedCodeList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPlatformLimits: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceLimits"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPlatformMetadata: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformMetadata"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformMetadataEvents: {
        parameters: {
            query?: {
                aggregate_type?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeMetadataList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformOperators: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConditionOperatorList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionMetadataList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformResources: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceMetadataList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPlatformResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceMetadata"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPlatformResourceSchema: {
        parameters: {
            query: {
                for: "create" | "update" | "filter";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformResourceSchema"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingMetadataList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPlatformTimeZones: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPlatformVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceVersion"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPositions: {
        parameters: {
            query?: {
                /** @description Deleted rows instead; for those who may restore them */
                deleted?: boolean;
                family?: string;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Part of title or code */
                q?: string;
                sort?: "title" | "-title" | "code" | "-code" | "family" | "-family" | "level" | "-level" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                status?: "draft" | "open" | "frozen" | "closed";
                /** @description Identifier */
                team_id?: number;
                vacant?: boolean;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createPosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deletePosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updatePosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    closePosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    freezePosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPositionHolders: {
        parameters: {
            query?: {
                /** @description Today (UTC) when left out */
                as_of?: string;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionHolderList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    openPosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    restorePosition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPositionVacancies: {
        parameters: {
            query?: {
                family?: string;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Identifier */
                team_id?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPromptRuns: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Identifier */
                record_id?: number;
                record_type?: string;
                status?: "pending" | "running" | "succeeded" | "failed" | "refused" | "skipped";
                /** @description The code of a template */
                template?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRunList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPromptRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRun"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    applyPromptRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApplyPromptRunRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRun"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPromptTemplates: {
        parameters: {
            query?: {
                /** @description Deleted rows instead; for those who may restore them */
                deleted?: boolean;
                hook?: "task.post_create" | "task.post_update" | "task.pre_create" | "task.pre_update";
                is_builtin?: boolean;
                is_enabled?: boolean;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Part of code or name */
                q?: string;
                sort?: "code" | "-code" | "name" | "-name" | "hook" | "-hook" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplateList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createPromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptTemplateCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getPromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deletePromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updatePromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptTemplatePatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    previewPromptTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewPromptTemplateRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewPromptTemplateAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    resetPromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    restorePromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listPromptTemplateVersions: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplateVersionList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    checkOrganizationSlug: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckOrganizationSlugAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    resendSignupVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendSignupVerificationRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Received"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    verifySignup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifySignupRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifySignupAnswer"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listResources: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listRights: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RightList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listRoles: {
        parameters: {
            query?: {
                is_builtin?: boolean;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteRole: {
        parameters: {
            query?: {
                /** @description The role that those who hold this one get instead */
                reassign_to?: number;
            };
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RolePatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    cloneRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloneRoleRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    replaceRolePermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceRolePermissionsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    restoreRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listTaskLabels: {
        parameters: {
            query?: {
                /** @description Deleted rows instead; for those who may restore them */
                deleted?: boolean;
                group?: string;
                is_exclusive?: boolean;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Part of name */
                q?: string;
                sort?: "name" | "-name" | "group" | "-group" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabelList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskLabelCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabel"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabel"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskLabelPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabel"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    mergeTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeTaskLabelRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedLabelMove"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    renameTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameTaskLabelRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedLabelMove"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    restoreTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabel"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listUsedTaskLabels: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsedTaskLabelList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listTaskViews: {
        parameters: {
            query?: {
                /** @description Deleted rows instead; for those who may restore them */
                deleted?: boolean;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Part of name */
                q?: string;
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
                /** @description Identifier */
                team_id?: number;
                visibility?: "private" | "team" | "org";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskViewList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createTaskView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskViewCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskView"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getTaskView: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskView"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteTaskView: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateTaskView: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskViewPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskView"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    restoreTaskView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskView"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listTaskViewTasks: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description Identifier */
                assigned_employee_id?: number;
                /** @description Identifier */
                assigned_team_id?: number;
                /** @description Identifier */
                assigned_to?: number;
                /** @description Assigned to the caller, as user, employee or team */
                assigned_to_me?: boolean;
                category_code?: string;
                /** @description Identifier */
                created_by?: number;
                /** @description Due at this moment or later */
                due_after?: string;
                /** @description Due before this moment */
                due_before?: string;
                effort?: components["schemas"]["TaskEffort"];
                /** @description Identifier */
                initiative_id?: number;
                /** @description Exactly this label */
                label?: string;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Due before now, neither done nor cancelled */
                overdue?: boolean;
                /** @description Identifier */
                parent_task_id?: number;
                priority?: components["schemas"]["TaskPriority"];
                /** @description Found in title, description or label, whatever the case */
                q?: string;
                /** @description The order of the board, or of a field: ascending, with - descending; without due date last */
                sort?: "board" | "due_at" | "-due_at" | "priority" | "-priority" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title";
                status?: components["schemas"]["TaskStatus"];
                /** @description Has this tag */
                tag?: string;
                task_type?: components["schemas"]["TaskType"];
                unassigned?: boolean;
                /** @description Changed at this moment or later */
                updated_after?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    moveTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveTaskRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listTaskComments: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskCommentList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createTaskComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCommentCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskComment"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteTaskComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateTaskComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCommentPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskComment"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listTaskRelations: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRelationList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createTaskRelation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskRelationCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRelation"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getTaskRelation: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRelation"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteTaskRelation: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listTaskReminders: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReminderList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createTaskReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskReminderCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReminder"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getTaskReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReminder"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteTaskReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateTaskReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                taskId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskReminderPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReminder"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getTaskBoard: {
        parameters: {
            query?: {
                /** @description Identifier */
                assigned_employee_id?: number;
                /** @description Identifier */
                assigned_team_id?: number;
                /** @description Identifier */
                assigned_to?: number;
                /** @description Assigned to the caller, as user, employee or team */
                assigned_to_me?: boolean;
                category_code?: string;
                /** @description Identifier */
                created_by?: number;
                /** @description Due at this moment or later */
                due_after?: string;
                /** @description Due before this moment */
                due_before?: string;
                effort?: components["schemas"]["TaskEffort"];
                /** @description Identifier */
                initiative_id?: number;
                /** @description Exactly this label */
                label?: string;
                /** @description Due before now, neither done nor cancelled */
                overdue?: boolean;
                /** @description Identifier */
                parent_task_id?: number;
                /** @description Tasks of each column; 0 for the counts alone */
                per_column?: number;
                priority?: components["schemas"]["TaskPriority"];
                /** @description Found in title, description or label, whatever the case */
                q?: string;
                /** @description The order of the board, or of a field: ascending, with - descending; without due date last */
                sort?: "board" | "due_at" | "-due_at" | "priority" | "-priority" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title";
                status?: components["schemas"]["TaskStatus"];
                /** @description Has this tag */
                tag?: string;
                task_type?: components["schemas"]["TaskType"];
                unassigned?: boolean;
                /** @description Changed at this moment or later */
                updated_after?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskBoard"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    bulkUpdateTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkUpdateTasksRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    exportTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportTasksRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description Deleted rows instead; for those who may restore them */
                deleted?: boolean;
                kind?: "department" | "squad" | "committee";
                /** @description Identifier */
                lead_employee_id?: number;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Identifier */
                parent_id?: number;
                /** @description Part of name */
                q?: string;
                sort?: "name" | "-name" | "kind" | "-kind" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    archiveTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArchiveTeamRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    mergeTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeTeamRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    moveTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveTeamRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    restoreTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listTeamMembers: {
        parameters: {
            query?: {
                /** @description Who were, or will be, members on that day */
                active_on?: string;
                /** @description Identifier */
                employee_id?: number;
                /** @description true: who have left; otherwise members of now and of days to come */
                left?: boolean;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                role?: "member" | "lead" | "deputy";
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                teamId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                teamId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedTeamMember"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                teamId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                teamId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                teamId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedTeamMember"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getTeamTree: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamTree"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                is_service?: boolean;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Part of a name or e-mail address */
                q?: string;
                /** @description Code of a role held at this moment */
                role?: string;
                sort?: "name" | "-name" | "email" | "-email" | "created_at" | "-created_at" | "last_login_at" | "-last_login_at";
                status?: "invited" | "active" | "suspended" | "deactivated";
                /** @description Whose employee belongs to this team */
                team_id?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deactivateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeactivateUserRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseUserRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listUserIdentities: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserIdentityList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteUserIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                identity_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listUserPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getUserProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateUserProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserProfilePatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    reactivateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    resendUserInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    resetUserMfa: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    restoreUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    revokeUserSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeUserSessionsAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    exportUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportUsersRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    importUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCreate"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedImport"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteUserRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    requestEmailChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEmailChangeRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestEmailChangeAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    confirmEmailChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmEmailChangeRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listMyPermissions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetail"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, with nothing to show */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` of the record: it is changed only if it is still as it was then */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Identifier */
                event_id?: number;
                event_type?: string;
                /** @description ISO 8601 timestamp, UTC in answers */
                from?: string;
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
                /** @description Identifier */
                replay_id?: number;
                status?: "pending" | "delivering" | "succeeded" | "failed" | "cancelled";
                /** @description ISO 8601 timestamp, UTC in answers */
                to?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                did: number;
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    retryFailedWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryFailedWebhookDeliveriesRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryFailedWebhookDeliveriesAnswer"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookRequest"];
            };
        };
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    listWebhookReplays: {
        parameters: {
            query?: {
                /** @description How many at most */
                limit?: number;
                /** @description How many to leave out before them */
                offset?: number;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplayList"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getWebhookReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                rid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    cancelWebhookReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
                /** @description Identifier */
                rid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    getWebhookStatistics: {
        parameters: {
            query?: {
                /** @description Seven days ago when left out; at most 90 */
                since?: string;
            };
            header?: {
                /** @description An `ETag` that you have: the answer is 304 where nothing changed */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStatistics"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Identifier */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherError"];
        };
    };
}
