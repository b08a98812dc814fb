// Written by `npm run client-types`.

export interface paths {
    "/announcements": {
        /** List announcements */
        get: operations["listAnnouncements"];
        /** Create an announcement */
        post: operations["createAnnouncement"];
    };
    "/announcements/{announcementId}/comments": {
        /** List comments */
        get: operations["listAnnouncementComments"];
        /** Create a comment */
        post: operations["createAnnouncementComment"];
    };
    "/announcements/{announcementId}/comments/{id}": {
        /** Fetch a comment */
        get: operations["getAnnouncementComment"];
        /** Delete a comment */
        delete: operations["deleteAnnouncementComment"];
        /** Update a comment */
        patch: operations["updateAnnouncementComment"];
    };
    "/announcements/{announcementId}/comments/{id}/restore": {
        /** Restore a deleted comment */
        post: operations["restoreAnnouncementComment"];
    };
    "/announcements/{id}": {
        /** Fetch an announcement */
        get: operations["getAnnouncement"];
        /** Delete an announcement */
        delete: operations["deleteAnnouncement"];
        /** Update an announcement */
        patch: operations["updateAnnouncement"];
    };
    "/announcements/{id}/acknowledge": {
        /** Acknowledge an announcement */
        post: operations["acknowledgeAnnouncement"];
    };
    "/announcements/{id}/progress": {
        /** Count the users who read an announcement */
        get: operations["getAnnouncementProgress"];
    };
    "/announcements/{id}/publish": {
        /** Publish or schedule an announcement */
        post: operations["publishAnnouncement"];
    };
    "/announcements/{id}/read": {
        /** Mark an announcement as read */
        post: operations["readAnnouncement"];
    };
    "/announcements/{id}/receipts": {
        /** List the users who should read an announcement */
        get: operations["listAnnouncementReceipts"];
    };
    "/announcements/{id}/restore": {
        /** Restore a deleted announcement */
        post: operations["restoreAnnouncement"];
    };
    "/announcements/{id}/unpublish": {
        /** Make an announcement a draft again */
        post: operations["unpublishAnnouncement"];
    };
    "/api-keys": {
        /** List API keys */
        get: operations["listApiKeys"];
        /** Create an API key */
        post: operations["createApiKey"];
    };
    "/api-keys/{id}": {
        /** Fetch an API key */
        get: operations["getApiKey"];
        /** Revoke an API key */
        delete: operations["deleteApiKey"];
        /** Update an API key */
        patch: operations["updateApiKey"];
    };
    "/api-keys/{id}/rotate": {
        /** Rotate an API key */
        post: operations["rotateApiKey"];
    };
    "/audiences/preview": {
        /** Count the members of an audience */
        post: operations["previewAudiences"];
    };
    "/audit-log": {
        /** List audit entries, newest first */
        get: operations["listAuditLogEntries"];
    };
    "/audit-log/{id}": {
        /** Fetch an audit entry */
        get: operations["getAuditLogEntry"];
    };
    "/audit-log/checkpoints": {
        /** List checkpoints of the audit log, newest first */
        get: operations["listAuditLogCheckpoints"];
    };
    "/audit-log/export": {
        /** Request an export of the audit log */
        post: operations["exportAuditLog"];
    };
    "/audit-log/searches": {
        /** List saved searches */
        get: operations["listAuditLogSearches"];
        /** Create a saved search */
        post: operations["createAuditLogSearch"];
    };
    "/audit-log/searches/{id}": {
        /** Fetch a saved search */
        get: operations["getAuditLogSearch"];
        /** Delete a saved search */
        delete: operations["deleteAuditLogSearch"];
        /** Update a saved search */
        patch: operations["updateAuditLogSearch"];
    };
    "/audit-log/searches/{id}/restore": {
        /** Restore a deleted saved search */
        post: operations["restoreAuditLogSearch"];
    };
    "/audit-log/verify": {
        /** Verify the hash chain of the audit log */
        get: operations["verifyAuditLog"];
    };
    "/auth/cookie": {
        /** Keep a session in a cookie */
        put: operations["storeSessionInCookie"];
        /** End the session of the cookie */
        delete: operations["endSessionOfCookie"];
    };
    "/auth/cookie/refresh": {
        /** Refresh the session of the cookie */
        post: operations["refreshSessionOfCookie"];
    };
    "/auth/invitation/accept": {
        /** Accept an invitation */
        post: operations["acceptInvitation"];
    };
    "/auth/login": {
        /** Sign in with email, password and organization */
        post: operations["login"];
    };
    "/auth/logout": {
        /** End this session */
        post: operations["logout"];
    };
    "/auth/logout-all": {
        /** End all your sessions, including this one */
        post: operations["logoutAll"];
    };
    "/auth/mfa/step-up": {
        /** Verify your second factor again */
        post: operations["stepUpMfa"];
    };
    "/auth/mfa/verify": {
        /** Finish a sign-in with a second factor */
        post: operations["verifyMfa"];
    };
    "/auth/password": {
        /** Change your password */
        post: operations["changePassword"];
    };
    "/auth/password-reset": {
        /** Request a password reset */
        post: operations["requestPasswordReset"];
    };
    "/auth/password-reset/confirm": {
        /** Set a new password with a reset token */
        post: operations["confirmPasswordReset"];
    };
    "/auth/refresh": {
        /** Exchange a refresh token for new tokens */
        post: operations["refreshSession"];
    };
    "/auth/sessions": {
        /** List your sessions */
        get: operations["listSessions"];
    };
    "/auth/sessions/{id}": {
        /** End one of your sessions */
        delete: operations["deleteSession"];
    };
    "/categories": {
        /** List categories */
        get: operations["listCategories"];
        /** Create a category */
        post: operations["createCategory"];
    };
    "/categories/{id}": {
        /** Fetch a category */
        get: operations["getCategory"];
        /** Delete a category */
        delete: operations["deleteCategory"];
        /** Update a category */
        patch: operations["updateCategory"];
    };
    "/categories/{id}/merge": {
        /** Merge a category into another */
        post: operations["mergeCategory"];
    };
    "/categories/{id}/move": {
        /** Move a category below another or to the root level */
        post: operations["moveCategory"];
    };
    "/categories/{id}/restore": {
        /** Restore a deleted category */
        post: operations["restoreCategory"];
    };
    "/categories/reorder": {
        /** Reorder categories */
        post: operations["reorderCategories"];
    };
    "/categories/tree": {
        /** List categories as a tree */
        get: operations["getCategoryTree"];
    };
    "/company-configuration": {
        /** Fetch the company configuration */
        get: operations["getCompanyConfiguration"];
        /** Update the company configuration */
        patch: operations["updateCompanyConfiguration"];
    };
    "/core-values": {
        /** List core values */
        get: operations["listCoreValues"];
        /** Create a core value */
        post: operations["createCoreValue"];
    };
    "/core-values/{id}": {
        /** Fetch a core value */
        get: operations["getCoreValue"];
        /** Delete a core value */
        delete: operations["deleteCoreValue"];
        /** Update a core value */
        patch: operations["updateCoreValue"];
    };
    "/core-values/{id}/restore": {
        /** Restore a deleted core value */
        post: operations["restoreCoreValue"];
    };
    "/core-values/reorder": {
        /** Reorder core values */
        post: operations["reorderCoreValues"];
    };
    "/employees": {
        /** List employees by name */
        get: operations["listEmployees"];
        /** Hire an employee */
        post: operations["createEmployee"];
    };
    "/employees/{employeeId}/changes": {
        /** List the changes of an employee, latest first */
        get: operations["listEmployeeChanges"];
        /** Create or propose a dated change of an employee */
        post: operations["createEmployeeChange"];
    };
    "/employees/{employeeId}/changes/{id}": {
        /** Fetch a change of an employee */
        get: operations["getEmployeeChange"];
        /** Cancel a proposed or scheduled change */
        delete: operations["deleteEmployeeChange"];
    };
    "/employees/{employeeId}/changes/{id}/approve": {
        /** Approve a proposed change */
        post: operations["approveEmployeeChange"];
    };
    "/employees/{employeeId}/changes/{id}/withdraw": {
        /** Withdraw your own proposed change */
        post: operations["withdrawEmployeeChange"];
    };
    "/employees/{id}": {
        /** Fetch an employee */
        get: operations["getEmployee"];
        /** Delete an employee without reports */
        delete: operations["deleteEmployee"];
        /** Update or correct fields of an employee */
        patch: operations["updateEmployee"];
    };
    "/employees/{id}/history": {
        /** Fetch the history of an employee */
        get: operations["listEmployeeHistory"];
    };
    "/employees/{id}/link-user": {
        /** Link an employee to a user */
        post: operations["linkEmployeeUser"];
    };
    "/employees/{id}/private": {
        /** Fetch the private data of an employee */
        get: operations["getEmployeePrivate"];
        /** Delete the private data of an employee */
        delete: operations["deleteEmployeePrivate"];
        /** Update the private data of an employee */
        patch: operations["updateEmployeePrivate"];
    };
    "/employees/{id}/rehire": {
        /** Rehire a former employee */
        post: operations["rehireEmployee"];
    };
    "/employees/{id}/reports": {
        /** List direct and indirect reports of an employee */
        get: operations["listEmployeeReports"];
    };
    "/employees/{id}/restore": {
        /** Restore a deleted employee */
        post: operations["restoreEmployee"];
    };
    "/employees/{id}/terminate": {
        /** Terminate an employee */
        post: operations["terminateEmployee"];
    };
    "/employees/{id}/working-time": {
        /** Fetch the working time of an employee */
        get: operations["getEmployeeWorkingTime"];
    };
    "/employees/export": {
        /** Request an export of employees */
        post: operations["exportEmployees"];
    };
    "/employees/import": {
        /** Import employees from a CSV file */
        post: operations["importEmployees"];
    };
    "/employees/org-chart": {
        /** Fetch the org chart */
        get: operations["getOrgChart"];
    };
    "/enums": {
        /** List enums */
        get: operations["listEnums"];
        /** Create an enum */
        post: operations["createEnum"];
    };
    "/enums/{code}": {
        /** Fetch an enum with its values */
        get: operations["getEnum"];
        /** Delete an enum */
        delete: operations["deleteEnum"];
        /** Update an enum */
        patch: operations["updateEnum"];
    };
    "/enums/{code}/values": {
        /** List values */
        get: operations["listEnumValues"];
        /** Create a value */
        post: operations["createEnumValue"];
    };
    "/enums/{code}/values/{id}": {
        /** Fetch a value */
        get: operations["getEnumValue"];
        /** Delete a value */
        delete: operations["deleteEnumValue"];
        /** Update a value */
        patch: operations["updateEnumValue"];
    };
    "/enums/{code}/values/{id}/replace": {
        /** Replace a value on all records */
        post: operations["replaceEnumValue"];
    };
    "/enums/{code}/values/{id}/restore": {
        /** Restore a deleted value */
        post: operations["restoreEnumValue"];
    };
    "/enums/{code}/values/reorder": {
        /** Reorder values */
        post: operations["reorderEnumValues"];
    };
    "/enums/{id}/restore": {
        /** Restore a deleted enum with its values */
        post: operations["restoreEnum"];
    };
    "/event-types": {
        /** List event types */
        get: operations["listEventTypes"];
    };
    "/events": {
        /** List events, newest first */
        get: operations["listEvents"];
    };
    "/events/{aggregateType}/{aggregateId}": {
        /** List the events of one record, oldest first */
        get: operations["listEventHistory"];
    };
    "/events/stream": {
        /** Stream events (Server-Sent Events) */
        get: operations["streamEvents"];
    };
    "/events/stream-ticket": {
        /** Create a ticket for one event stream */
        post: operations["createStreamTicket"];
    };
    "/exports": {
        /** List your exports, newest first */
        get: operations["listExports"];
    };
    "/exports/{id}": {
        /** Fetch an export */
        get: operations["getExport"];
        /** Delete an export and its file */
        delete: operations["deleteExport"];
    };
    "/exports/{id}/download": {
        /** Download the file of an export */
        get: operations["downloadExport"];
    };
    "/files": {
        /** List your files */
        get: operations["listFiles"];
        /** Create a file */
        post: operations["createFile"];
    };
    "/files/{id}": {
        /** Fetch the metadata of a file */
        get: operations["getFile"];
        /** Delete a file */
        delete: operations["deleteFile"];
    };
    "/files/{id}/content": {
        /** Download a file */
        get: operations["downloadFileContent"];
        /** Upload the content of a file */
        put: operations["uploadFileContent"];
    };
    "/files/{id}/download": {
        /** Download a file by link */
        get: operations["downloadFileByLink"];
    };
    "/files/{id}/restore": {
        /** Restore a deleted file */
        post: operations["restoreFile"];
    };
    "/grants": {
        /** List grants */
        get: operations["listGrants"];
        /** Grant a role to a user */
        post: operations["createGrant"];
    };
    "/grants/{id}": {
        /** Fetch a grant */
        get: operations["getGrant"];
        /** End a grant */
        delete: operations["deleteGrant"];
    };
    "/health": {
        /** Check that the service responds */
        get: operations["getHealth"];
    };
    "/holiday-calendars": {
        /** List holiday calendars */
        get: operations["listHolidayCalendars"];
        /** Create a holiday calendar */
        post: operations["createHolidayCalendar"];
    };
    "/holiday-calendars/{holidayCalendarId}/holidays": {
        /** List holidays */
        get: operations["listHolidayCalendarHolidays"];
        /** Create a holiday */
        post: operations["createHolidayCalendarHoliday"];
    };
    "/holiday-calendars/{holidayCalendarId}/holidays/{id}": {
        /** Fetch a holiday */
        get: operations["getHolidayCalendarHoliday"];
        /** Delete a holiday */
        delete: operations["deleteHolidayCalendarHoliday"];
        /** Update a holiday */
        patch: operations["updateHolidayCalendarHoliday"];
    };
    "/holiday-calendars/{holidayCalendarId}/holidays/{id}/restore": {
        /** Restore a deleted holiday */
        post: operations["restoreHolidayCalendarHoliday"];
    };
    "/holiday-calendars/{id}": {
        /** Fetch a holiday calendar */
        get: operations["getHolidayCalendar"];
        /** Delete a holiday calendar */
        delete: operations["deleteHolidayCalendar"];
        /** Update a holiday calendar */
        patch: operations["updateHolidayCalendar"];
    };
    "/holiday-calendars/{id}/copy-year": {
        /** Copy the holidays of a year to another year */
        post: operations["copyHolidayCalendarYear"];
    };
    "/holiday-calendars/{id}/import": {
        /** Import holidays from a CSV or iCalendar file */
        post: operations["importHolidayCalendar"];
    };
    "/holiday-calendars/{id}/restore": {
        /** Restore a deleted holiday calendar */
        post: operations["restoreHolidayCalendar"];
    };
    "/imports": {
        /** List your imports, newest first */
        get: operations["listImports"];
    };
    "/imports/{id}": {
        /** Fetch an import */
        get: operations["getImport"];
    };
    "/initiatives": {
        /** List initiatives */
        get: operations["listInitiatives"];
        /** Create an initiative */
        post: operations["createInitiative"];
    };
    "/initiatives/{id}": {
        /** Fetch an initiative */
        get: operations["getInitiative"];
        /** Delete an initiative */
        delete: operations["deleteInitiative"];
        /** Update an initiative */
        patch: operations["updateInitiative"];
    };
    "/initiatives/{id}/complete": {
        /** Complete an initiative and settle its open tasks */
        post: operations["completeInitiative"];
    };
    "/initiatives/{id}/restore": {
        /** Restore a deleted initiative */
        post: operations["restoreInitiative"];
    };
    "/initiatives/{initiativeId}/burnup": {
        /** Fetch the burn-up of an initiative */
        get: operations["getInitiativeBurnup"];
    };
    "/initiatives/{initiativeId}/members": {
        /** List the members of an initiative */
        get: operations["listInitiativeMembers"];
        /** Add a member to an initiative */
        post: operations["createInitiativeMember"];
    };
    "/initiatives/{initiativeId}/members/{id}": {
        /** Fetch a member of an initiative */
        get: operations["getInitiativeMember"];
        /** Remove a member from an initiative */
        delete: operations["deleteInitiativeMember"];
        /** Update a member of an initiative */
        patch: operations["updateInitiativeMember"];
    };
    "/initiatives/{initiativeId}/members/{id}/restore": {
        /** Restore a removed member of an initiative */
        post: operations["restoreInitiativeMember"];
    };
    "/initiatives/{initiativeId}/summary": {
        /** Fetch the metrics of an initiative */
        get: operations["getInitiativeSummary"];
    };
    "/initiatives/{initiativeId}/tasks": {
        /** List tasks of an initiative */
        get: operations["listInitiativeTasks"];
        /** Link tasks to an initiative, all or none */
        post: operations["linkInitiativeTasks"];
    };
    "/initiatives/{initiativeId}/tasks/unlink": {
        /** Unlink tasks from an initiative, all or none */
        post: operations["unlinkInitiativeTasks"];
    };
    "/initiatives/{initiativeId}/updates": {
        /** List updates */
        get: operations["listInitiativeUpdates"];
        /** Create an update */
        post: operations["createInitiativeUpdate"];
    };
    "/initiatives/export": {
        /** Request an export of initiatives */
        post: operations["exportInitiatives"];
    };
    "/mfa": {
        /** List your second factors */
        get: operations["getMfa"];
    };
    "/mfa/methods/{id}/remove": {
        /** Remove a second factor */
        post: operations["removeMfaMethod"];
    };
    "/mfa/recovery-codes": {
        /** Create new recovery codes */
        post: operations["createRecoveryCodes"];
    };
    "/mfa/totp": {
        /** Start the setup of an authenticator app */
        post: operations["beginTotp"];
    };
    "/mfa/totp/{id}/confirm": {
        /** Confirm an authenticator app with a code */
        post: operations["confirmTotp"];
    };
    "/names": {
        /** List the names of records by id */
        get: operations["listNames"];
    };
    "/navigation": {
        /** Show your menu */
        get: operations["listNavigation"];
    };
    "/navigation-items": {
        /** List navigation items */
        get: operations["listNavigationItems"];
        /** Create a navigation item */
        post: operations["createNavigationItem"];
    };
    "/navigation-items/{id}": {
        /** Fetch a navigation item */
        get: operations["getNavigationItem"];
        /** Delete a navigation item */
        delete: operations["deleteNavigationItem"];
        /** Update a navigation item */
        patch: operations["updateNavigationItem"];
    };
    "/navigation-items/{id}/restore": {
        /** Restore a deleted navigation item */
        post: operations["restoreNavigationItem"];
    };
    "/navigation/me": {
        /** Fetch your preferences for the menu */
        get: operations["getNavigationMe"];
        /** Hide, pin and reorder entries of your menu */
        patch: operations["updateNavigationMe"];
    };
    "/organizations/{id}": {
        /** Fetch your organization */
        get: operations["getOrganization"];
        /** Update your organization */
        patch: operations["updateOrganization"];
    };
    "/organizations/{id}/close": {
        /** Close your organization */
        post: operations["closeOrganization"];
    };
    "/organizations/{id}/export": {
        /** Request an export of the whole organization */
        post: operations["exportOrganization"];
    };
    "/organizations/{id}/reopen": {
        /** Reopen a closed organization */
        post: operations["reopenOrganization"];
    };
    "/organizations/{id}/request-verification": {
        /** Request a verification mail for your organization */
        post: operations["requestOrganizationVerification"];
    };
    "/organizations/{id}/settings": {
        /** Fetch the settings of your organization */
        get: operations["getOrganizationSettings"];
        /** Update the settings of your organization */
        patch: operations["updateOrganizationSettings"];
    };
    "/organizations/{id}/transfer-ownership": {
        /** Transfer ownership to another user */
        post: operations["transferOrganizationOwnership"];
    };
    "/organizations/{organizationId}/addresses": {
        /** List addresses */
        get: operations["listOrganizationAddresses"];
        /** Create an address */
        post: operations["createOrganizationAddress"];
    };
    "/organizations/{organizationId}/addresses/{id}": {
        /** Fetch an address */
        get: operations["getOrganizationAddress"];
        /** Delete an address */
        delete: operations["deleteOrganizationAddress"];
        /** Update an address */
        patch: operations["updateOrganizationAddress"];
    };
    "/organizations/{organizationId}/addresses/{id}/restore": {
        /** Restore a deleted address */
        post: operations["restoreOrganizationAddress"];
    };
    "/organizations/{organizationId}/contacts": {
        /** List contacts */
        get: operations["listOrganizationContacts"];
        /** Create a contact */
        post: operations["createOrganizationContact"];
    };
    "/organizations/{organizationId}/contacts/{id}": {
        /** Fetch a contact */
        get: operations["getOrganizationContact"];
        /** Delete a contact */
        delete: operations["deleteOrganizationContact"];
        /** Update a contact */
        patch: operations["updateOrganizationContact"];
    };
    "/organizations/{organizationId}/contacts/{id}/restore": {
        /** Restore a deleted contact */
        post: operations["restoreOrganizationContact"];
    };
    "/organizations/{organizationId}/social-links": {
        /** List social links */
        get: operations["listOrganizationSocialLinks"];
        /** Create a social link */
        post: operations["createOrganizationSocialLink"];
    };
    "/organizations/{organizationId}/social-links/{id}": {
        /** Fetch a social link */
        get: operations["getOrganizationSocialLink"];
        /** Delete a social link */
        delete: operations["deleteOrganizationSocialLink"];
        /** Update a social link */
        patch: operations["updateOrganizationSocialLink"];
    };
    "/organizations/{organizationId}/social-links/{id}/restore": {
        /** Restore a deleted social link */
        post: operations["restoreOrganizationSocialLink"];
    };
    "/permissions": {
        /** List all permissions */
        get: operations["listPermissions"];
    };
    "/permissions/explain": {
        /** Explain why a user has or lacks a permission */
        get: operations["explainPermission"];
    };
    "/place-bookings": {
        /** List the bookings of all places */
        get: operations["listAllPlaceBookings"];
    };
    "/places": {
        /** List places */
        get: operations["listPlaces"];
        /** Create a place */
        post: operations["createPlace"];
    };
    "/places/{id}": {
        /** Fetch a place */
        get: operations["getPlace"];
        /** Delete a place */
        delete: operations["deletePlace"];
        /** Update a place */
        patch: operations["updatePlace"];
    };
    "/places/{id}/move": {
        /** Move a place below another or to the root level */
        post: operations["movePlace"];
    };
    "/places/{id}/occupancy": {
        /** Count the people of a place */
        get: operations["getPlaceOccupancy"];
    };
    "/places/{id}/restore": {
        /** Restore a deleted place */
        post: operations["restorePlace"];
    };
    "/places/{placeId}/bookings": {
        /** List the bookings of a place */
        get: operations["listPlaceBookings"];
        /** Book a place */
        post: operations["createPlaceBooking"];
    };
    "/places/{placeId}/bookings/{id}": {
        /** Fetch a booking */
        get: operations["getPlaceBooking"];
        /** Cancel a booking */
        delete: operations["deletePlaceBooking"];
        /** Update a booking */
        patch: operations["updatePlaceBooking"];
    };
    "/places/{placeId}/bookings/{id}/restore": {
        /** Restore a cancelled booking */
        post: operations["restorePlaceBooking"];
    };
    "/places/tree": {
        /** List places as a tree */
        get: operations["getPlaceTree"];
    };
    "/platform/countries": {
        /** List ISO 3166 countries */
        get: operations["listPlatformCountries"];
    };
    "/platform/currencies": {
        /** List ISO 4217 currencies */
        get: operations["listPlatformCurrencies"];
    };
    "/platform/events": {
        /** List names of event types */
        get: operations["listPlatformEvents"];
    };
    "/platform/languages": {
        /** List ISO 639 languages */
        get: operations["listPlatformLanguages"];
    };
    "/platform/limits": {
        /** Fetch service limits */
        get: operations["getPlatformLimits"];
    };
    "/platform/metadata": {
        /** Fetch all metadata */
        get: operations["getPlatformMetadata"];
    };
    "/platform/metadata/events": {
        /** List metadata of event types */
        get: operations["listPlatformMetadataEvents"];
    };
    "/platform/operators": {
        /** List condition operators */
        get: operations["listPlatformOperators"];
    };
    "/platform/permissions": {
        /** List permissions */
        get: operations["listPlatformPermissions"];
    };
    "/platform/resources": {
        /** List resources with their fields */
        get: operations["listPlatformResources"];
    };
    "/platform/resources/{code}": {
        /** Fetch a resource with its fields */
        get: operations["getPlatformResource"];
    };
    "/platform/resources/{code}/schema": {
        /** Fetch a JSON Schema of a resource */
        get: operations["getPlatformResourceSchema"];
    };
    "/platform/settings": {
        /** List the available organization settings */
        get: operations["listPlatformSettings"];
    };
    "/platform/time-zones": {
        /** List IANA time zones */
        get: operations["listPlatformTimeZones"];
    };
    "/platform/version": {
        /** Fetch the service version */
        get: operations["getPlatformVersion"];
    };
    "/positions": {
        /** List positions */
        get: operations["listPositions"];
        /** Create a position */
        post: operations["createPosition"];
    };
    "/positions/{id}": {
        /** Fetch a position */
        get: operations["getPosition"];
        /** Delete a position */
        delete: operations["deletePosition"];
        /** Update a position */
        patch: operations["updatePosition"];
    };
    "/positions/{id}/close": {
        /** Close a position without holders */
        post: operations["closePosition"];
    };
    "/positions/{id}/freeze": {
        /** Freeze a position */
        post: operations["freezePosition"];
    };
    "/positions/{id}/holders": {
        /** List the holders of a position on a day */
        get: operations["listPositionHolders"];
    };
    "/positions/{id}/open": {
        /** Open a position */
        post: operations["openPosition"];
    };
    "/positions/{id}/restore": {
        /** Restore a deleted position */
        post: operations["restorePosition"];
    };
    "/positions/vacancies": {
        /** List open positions with a free seat */
        get: operations["listPositionVacancies"];
    };
    "/prompt-runs": {
        /** List prompt runs, newest first */
        get: operations["listPromptRuns"];
    };
    "/prompt-runs/{id}": {
        /** Fetch a prompt run */
        get: operations["getPromptRun"];
    };
    "/prompt-runs/{id}/apply": {
        /** Apply suggestions of a prompt run */
        post: operations["applyPromptRun"];
    };
    "/prompt-templates": {
        /** List prompt templates */
        get: operations["listPromptTemplates"];
        /** Create a prompt template */
        post: operations["createPromptTemplate"];
    };
    "/prompt-templates/{id}": {
        /** Fetch a prompt template */
        get: operations["getPromptTemplate"];
        /** Delete a prompt template */
        delete: operations["deletePromptTemplate"];
        /** Update a prompt template */
        patch: operations["updatePromptTemplate"];
    };
    "/prompt-templates/{id}/preview": {
        /** Preview a prompt template on a task */
        post: operations["previewPromptTemplate"];
    };
    "/prompt-templates/{id}/reset": {
        /** Reset a built-in prompt template */
        post: operations["resetPromptTemplate"];
    };
    "/prompt-templates/{id}/restore": {
        /** Restore a deleted prompt template */
        post: operations["restorePromptTemplate"];
    };
    "/prompt-templates/{id}/versions": {
        /** List versions of a prompt template */
        get: operations["listPromptTemplateVersions"];
    };
    "/prompt-templates/{id}/versions/{version}": {
        /** Fetch a version of a prompt template */
        get: operations["getPromptTemplateVersion"];
    };
    "/public/org-slugs/{slug}": {
        /** Check if a slug is free */
        get: operations["checkOrganizationSlug"];
    };
    "/public/signup": {
        /** Create an organization and sign in as its owner */
        post: operations["signUp"];
    };
    "/public/signup/resend": {
        /** Resend the verification mail of a signup */
        post: operations["resendSignupVerification"];
    };
    "/public/signup/verify": {
        /** Verify the email address of a signup */
        post: operations["verifySignup"];
    };
    "/resources": {
        /** List the resources of permissions */
        get: operations["listResources"];
    };
    "/resources/{code}": {
        /** Fetch a resource */
        get: operations["getResource"];
    };
    "/rights": {
        /** List the rights on records */
        get: operations["listRights"];
    };
    "/roles": {
        /** List roles with their permissions */
        get: operations["listRoles"];
        /** Create a role */
        post: operations["createRole"];
    };
    "/roles/{id}": {
        /** Fetch a role */
        get: operations["getRole"];
        /** Delete a role */
        delete: operations["deleteRole"];
        /** Update a role */
        patch: operations["updateRole"];
    };
    "/roles/{id}/clone": {
        /** Clone a role */
        post: operations["cloneRole"];
    };
    "/roles/{id}/permissions": {
        /** Replace the permissions of a role */
        put: operations["replaceRolePermissions"];
    };
    "/roles/{id}/restore": {
        /** Restore a deleted role */
        post: operations["restoreRole"];
    };
    "/task-labels": {
        /** List labels */
        get: operations["listTaskLabels"];
        /** Create a label */
        post: operations["createTaskLabel"];
    };
    "/task-labels/{id}": {
        /** Fetch a label */
        get: operations["getTaskLabel"];
        /** Delete a label */
        delete: operations["deleteTaskLabel"];
        /** Update a label */
        patch: operations["updateTaskLabel"];
    };
    "/task-labels/{id}/merge": {
        /** Merge a label into another */
        post: operations["mergeTaskLabel"];
    };
    "/task-labels/{id}/rename": {
        /** Rename a label */
        post: operations["renameTaskLabel"];
    };
    "/task-labels/{id}/restore": {
        /** Restore a deleted label */
        post: operations["restoreTaskLabel"];
    };
    "/task-labels/import": {
        /** Import task labels from a CSV file */
        post: operations["importTaskLabels"];
    };
    "/task-labels/used": {
        /** List labels in use by tasks */
        get: operations["listUsedTaskLabels"];
    };
    "/task-views": {
        /** List views */
        get: operations["listTaskViews"];
        /** Create a view */
        post: operations["createTaskView"];
    };
    "/task-views/{id}": {
        /** Fetch a view */
        get: operations["getTaskView"];
        /** Delete a view */
        delete: operations["deleteTaskView"];
        /** Update a view */
        patch: operations["updateTaskView"];
    };
    "/task-views/{id}/restore": {
        /** Restore a deleted view */
        post: operations["restoreTaskView"];
    };
    "/task-views/{id}/tasks": {
        /** List the tasks of a view */
        get: operations["listTaskViewTasks"];
    };
    "/tasks": {
        /** List tasks */
        get: operations["listTasks"];
        /** Create a task */
        post: operations["createTask"];
    };
    "/tasks/{id}": {
        /** Fetch a task */
        get: operations["getTask"];
        /** Delete a task */
        delete: operations["deleteTask"];
        /** Update a task */
        patch: operations["updateTask"];
    };
    "/tasks/{id}/move": {
        /** Move a task to a position of a column */
        post: operations["moveTask"];
    };
    "/tasks/{id}/restore": {
        /** Restore a deleted task */
        post: operations["restoreTask"];
    };
    "/tasks/{taskId}/comments": {
        /** List comments */
        get: operations["listTaskComments"];
        /** Create a comment */
        post: operations["createTaskComment"];
    };
    "/tasks/{taskId}/comments/{id}": {
        /** Fetch a comment */
        get: operations["getTaskComment"];
        /** Delete a comment */
        delete: operations["deleteTaskComment"];
        /** Update a comment */
        patch: operations["updateTaskComment"];
    };
    "/tasks/{taskId}/comments/{id}/restore": {
        /** Restore a deleted comment */
        post: operations["restoreTaskComment"];
    };
    "/tasks/{taskId}/relations": {
        /** List relations */
        get: operations["listTaskRelations"];
        /** Create a relation */
        post: operations["createTaskRelation"];
    };
    "/tasks/{taskId}/relations/{id}": {
        /** Fetch a relation */
        get: operations["getTaskRelation"];
        /** Delete a relation */
        delete: operations["deleteTaskRelation"];
    };
    "/tasks/{taskId}/relations/{id}/restore": {
        /** Restore a deleted relation */
        post: operations["restoreTaskRelation"];
    };
    "/tasks/{taskId}/reminders": {
        /** List reminders */
        get: operations["listTaskReminders"];
        /** Create a reminder */
        post: operations["createTaskReminder"];
    };
    "/tasks/{taskId}/reminders/{id}": {
        /** Fetch a reminder */
        get: operations["getTaskReminder"];
        /** Delete a reminder */
        delete: operations["deleteTaskReminder"];
        /** Update a reminder */
        patch: operations["updateTaskReminder"];
    };
    "/tasks/{taskId}/reminders/{id}/restore": {
        /** Restore a deleted reminder */
        post: operations["restoreTaskReminder"];
    };
    "/tasks/board": {
        /** Fetch the board */
        get: operations["getTaskBoard"];
    };
    "/tasks/bulk": {
        /** Update or move up to 200 tasks */
        post: operations["bulkUpdateTasks"];
    };
    "/tasks/export": {
        /** Request an export of tasks */
        post: operations["exportTasks"];
    };
    "/teams": {
        /** List teams */
        get: operations["listTeams"];
        /** Create a team */
        post: operations["createTeam"];
    };
    "/teams/{id}": {
        /** Fetch a team */
        get: operations["getTeam"];
        /** Delete a team */
        delete: operations["deleteTeam"];
        /** Update a team */
        patch: operations["updateTeam"];
    };
    "/teams/{id}/archive": {
        /** Archive a team and move its records to another */
        post: operations["archiveTeam"];
    };
    "/teams/{id}/merge": {
        /** Merge a team into another */
        post: operations["mergeTeam"];
    };
    "/teams/{id}/move": {
        /** Move a team below another or to the root level */
        post: operations["moveTeam"];
    };
    "/teams/{id}/restore": {
        /** Restore a deleted team */
        post: operations["restoreTeam"];
    };
    "/teams/{teamId}/members": {
        /** List the members of a team */
        get: operations["listTeamMembers"];
        /** Add a member to a team */
        post: operations["createTeamMember"];
    };
    "/teams/{teamId}/members/{id}": {
        /** Fetch a member of a team */
        get: operations["getTeamMember"];
        /** Remove a member from a team */
        delete: operations["deleteTeamMember"];
        /** Update a member of a team */
        patch: operations["updateTeamMember"];
    };
    "/teams/tree": {
        /** List teams as a tree */
        get: operations["getTeamTree"];
    };
    "/users": {
        /** List users */
        get: operations["listUsers"];
        /** Create a user */
        post: operations["createUser"];
    };
    "/users/{id}": {
        /** Fetch a user */
        get: operations["getUser"];
        /** Delete a user */
        delete: operations["deleteUser"];
        /** Update a user */
        patch: operations["updateUser"];
    };
    "/users/{id}/deactivate": {
        /** Deactivate a user */
        post: operations["deactivateUser"];
    };
    "/users/{id}/erase": {
        /** Erase the personal data of a deactivated user */
        post: operations["eraseUser"];
    };
    "/users/{id}/identities": {
        /** List the sign-in methods of a user */
        get: operations["listUserIdentities"];
    };
    "/users/{id}/identities/{identity_id}": {
        /** Remove a sign-in method of a user */
        delete: operations["deleteUserIdentity"];
    };
    "/users/{id}/permissions": {
        /** List the permissions of a user */
        get: operations["listUserPermissions"];
    };
    "/users/{id}/profile": {
        /** Fetch the profile of a user */
        get: operations["getUserProfile"];
        /** Update the profile of a user */
        patch: operations["updateUserProfile"];
    };
    "/users/{id}/reactivate": {
        /** Reactivate a user */
        post: operations["reactivateUser"];
    };
    "/users/{id}/resend-invite": {
        /** Resend an invitation */
        post: operations["resendUserInvite"];
    };
    "/users/{id}/reset-mfa": {
        /** Remove the second factors of a user */
        post: operations["resetUserMfa"];
    };
    "/users/{id}/restore": {
        /** Restore a deleted user */
        post: operations["restoreUser"];
    };
    "/users/{id}/resume": {
        /** Resume a suspended user */
        post: operations["resumeUser"];
    };
    "/users/{id}/revoke-sessions": {
        /** End all sessions of a user */
        post: operations["revokeUserSessions"];
    };
    "/users/{id}/suspend": {
        /** Suspend a user */
        post: operations["suspendUser"];
    };
    "/users/export": {
        /** Request an export of users */
        post: operations["exportUsers"];
    };
    "/users/import": {
        /** Import users from a CSV file */
        post: operations["importUsers"];
    };
    "/users/invite": {
        /** Invite a user by mail */
        post: operations["inviteUser"];
    };
    "/users/me": {
        /** Fetch your user, organization and roles */
        get: operations["getMe"];
        /** Update your name, language, time zone or picture */
        patch: operations["updateMe"];
    };
    "/users/me/email": {
        /** Request a change of your email address */
        post: operations["requestEmailChange"];
    };
    "/users/me/email/confirm": {
        /** Confirm a new email address with its token */
        post: operations["confirmEmailChange"];
    };
    "/users/me/permissions": {
        /** List your permissions */
        get: operations["listMyPermissions"];
    };
    "/users/me/preferences": {
        /** Fetch your preferences */
        get: operations["getMyPreferences"];
        /** Set and remove some of your preferences */
        patch: operations["updateMyPreferences"];
    };
    "/users/me/start": {
        /** Fetch what a client needs to start */
        get: operations["getStart"];
    };
    "/webhooks": {
        /** List webhook endpoints */
        get: operations["listWebhooks"];
        /** Create a webhook endpoint */
        post: operations["createWebhook"];
    };
    "/webhooks/{id}": {
        /** Fetch a webhook endpoint with its latest deliveries */
        get: operations["getWebhook"];
        /** Delete a webhook endpoint */
        delete: operations["deleteWebhook"];
        /** Update a webhook endpoint */
        patch: operations["updateWebhook"];
    };
    "/webhooks/{id}/deliveries": {
        /** List deliveries to a webhook endpoint, newest first */
        get: operations["listWebhookDeliveries"];
    };
    "/webhooks/{id}/deliveries/{did}/retry": {
        /** Retry a failed delivery */
        post: operations["retryWebhookDelivery"];
    };
    "/webhooks/{id}/deliveries/retry-failed": {
        /** Retry failed deliveries since a time */
        post: operations["retryFailedWebhookDeliveries"];
    };
    "/webhooks/{id}/replay": {
        /** Replay past events to a webhook endpoint */
        post: operations["replayWebhook"];
    };
    "/webhooks/{id}/replays": {
        /** List replays to a webhook endpoint, newest first */
        get: operations["listWebhookReplays"];
    };
    "/webhooks/{id}/replays/{rid}": {
        /** Fetch a replay with its progress */
        get: operations["getWebhookReplay"];
    };
    "/webhooks/{id}/replays/{rid}/cancel": {
        /** Cancel a replay */
        post: operations["cancelWebhookReplay"];
    };
    "/webhooks/{id}/restore": {
        /** Restore a deleted webhook endpoint */
        post: operations["restoreWebhook"];
    };
    "/webhooks/{id}/rotate-secret": {
        /** Rotate the signing secret of a webhook endpoint */
        post: operations["rotateWebhookSecret"];
    };
    "/webhooks/{id}/statistics": {
        /** Fetch statistics of a webhook endpoint */
        get: operations["getWebhookStatistics"];
    };
    "/webhooks/{id}/test": {
        /** Send a test event to a webhook endpoint */
        post: operations["testWebhook"];
    };
    "/work-schedules": {
        /** List work schedules */
        get: operations["listWorkSchedules"];
        /** Create a work schedule */
        post: operations["createWorkSchedule"];
    };
    "/work-schedules/{id}": {
        /** Fetch a work schedule */
        get: operations["getWorkSchedule"];
        /** Delete a work schedule */
        delete: operations["deleteWorkSchedule"];
        /** Update a work schedule */
        patch: operations["updateWorkSchedule"];
    };
    "/work-schedules/{id}/restore": {
        /** Restore a deleted work schedule */
        post: operations["restoreWorkSchedule"];
    };
}
export interface components {
    schemas: {
        AcceptInvitationRequest: {
            first_name?: string;
            last_name?: string;
            password: string;
            token: string;
        };
        AcknowledgeAnnouncementRequest: {
            /** Format: int32 */
            version?: number;
        };
        ActionList: components["schemas"]["ActionMetadata"][];
        ActionMetadata: {
            /** @enum {string} */
            applies_to: "record" | "list";
            has_body: boolean;
            /** @enum {string} */
            method: "post" | "put";
            name: string;
            path: string;
            secret_fields: string[];
            summary: string;
            when?: components["schemas"]["PermittedStates"];
        };
        Announcement: {
            /** Format: date-time */
            readonly acknowledged_at: string | null;
            allow_comments: boolean;
            audience: {
                [key: string]: unknown;
            } | null;
            body_md: string;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            readonly has_audience: boolean;
            /** Format: int32 */
            readonly id: number;
            is_pinned: boolean;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: date-time */
            readonly publish_at: string | null;
            /** Format: date-time */
            readonly published_at: string | null;
            /** Format: date-time */
            readonly read_at: string | null;
            requires_ack: boolean;
            send_mail: boolean;
            /** @enum {string} */
            readonly status: "draft" | "scheduled" | "published" | "expired";
            title: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            /** Format: int64 */
            readonly version: number;
        };
        AnnouncementAcknowledgedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.acknowledged";
            payload: {
                /** @enum {string} */
                action?: "acknowledged";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.acknowledged";
        };
        AnnouncementComment: {
            /** Format: int32 */
            readonly announcement_id: number;
            body: string;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        AnnouncementCommentCreate: {
            body: string;
        };
        AnnouncementCommentCreatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.comment.created";
            payload: {
                /** @enum {string} */
                action?: "comment.created";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.comment.created";
        };
        AnnouncementCommentDeletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.comment.deleted";
            payload: {
                /** @enum {string} */
                action?: "comment.deleted";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.comment.deleted";
        };
        AnnouncementCommentList: {
            data: components["schemas"]["AnnouncementComment"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        AnnouncementCommentPatch: {
            body?: string;
        };
        AnnouncementCommentRestoredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.comment.restored";
            payload: {
                /** @enum {string} */
                action?: "comment.restored";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.comment.restored";
        };
        AnnouncementCommentUpdatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.comment.updated";
            payload: {
                /** @enum {string} */
                action?: "comment.updated";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.comment.updated";
        };
        AnnouncementCreate: {
            allow_comments?: boolean;
            audience?: {
                [key: string]: unknown;
            } | null;
            body_md: string;
            /** Format: date-time */
            expires_at?: string | null;
            is_pinned?: boolean;
            requires_ack?: boolean;
            send_mail?: boolean;
            title: string;
        };
        AnnouncementExpiredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.expired";
            payload: {
                /** @enum {string} */
                action?: "expired";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.expired";
        };
        AnnouncementList: {
            data: components["schemas"]["Announcement"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        AnnouncementPatch: {
            allow_comments?: boolean;
            audience?: {
                [key: string]: unknown;
            } | null;
            body_md?: string;
            /** Format: date-time */
            expires_at?: string | null;
            is_pinned?: boolean;
            requires_ack?: boolean;
            send_mail?: boolean;
            title?: string;
        };
        AnnouncementPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.post_archive";
        };
        AnnouncementPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.post_create";
        };
        AnnouncementPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.post_restore";
        };
        AnnouncementPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.post_update";
        };
        AnnouncementProgress: {
            /** Format: int64 */
            acknowledged: number;
            /** Format: int64 */
            audience: number;
            /** Format: int64 */
            read: number;
        };
        AnnouncementPublishedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.published";
            payload: {
                /** @enum {string} */
                action?: "published";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.published";
        };
        AnnouncementReader: {
            /** Format: date-time */
            acknowledged_at: string | null;
            /** Format: int64 */
            acknowledged_version: number | null;
            /** Format: int32 */
            employee_id: number | null;
            first_name: string;
            last_name: string;
            /** Format: date-time */
            read_at: string | null;
            /** Format: int32 */
            user_id: number;
        };
        AnnouncementReaderList: {
            data: components["schemas"]["AnnouncementReader"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        AnnouncementReadEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.read";
            payload: {
                /** @enum {string} */
                action?: "read";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.read";
        };
        AnnouncementReceipt: {
            /** Format: date-time */
            acknowledged_at: string | null;
            /** Format: int32 */
            announcement_id: number;
            /** Format: date-time */
            read_at: string;
            /** Format: int32 */
            user_id: number;
            /** Format: int64 */
            version: number;
        };
        AnnouncementScheduledEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.scheduled";
            payload: {
                /** @enum {string} */
                action?: "scheduled";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.scheduled";
        };
        AnnouncementUnpublishedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "announcement";
            /** @enum {string} */
            event_type: "announcement.unpublished";
            payload: {
                /** @enum {string} */
                action?: "unpublished";
                /** @enum {string} */
                record_type?: "announcement";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "announcement.unpublished";
        };
        AnyEvent: components["schemas"]["AnnouncementAcknowledgedEvent"] | components["schemas"]["AnnouncementCommentCreatedEvent"] | components["schemas"]["AnnouncementCommentDeletedEvent"] | components["schemas"]["AnnouncementCommentRestoredEvent"] | components["schemas"]["AnnouncementCommentUpdatedEvent"] | components["schemas"]["AnnouncementExpiredEvent"] | components["schemas"]["AnnouncementPostArchiveEvent"] | components["schemas"]["AnnouncementPostCreateEvent"] | components["schemas"]["AnnouncementPostRestoreEvent"] | components["schemas"]["AnnouncementPostUpdateEvent"] | components["schemas"]["AnnouncementPublishedEvent"] | components["schemas"]["AnnouncementReadEvent"] | components["schemas"]["AnnouncementScheduledEvent"] | components["schemas"]["AnnouncementUnpublishedEvent"] | components["schemas"]["ApiKeyExpiredEvent"] | components["schemas"]["ApiKeyExpiringEvent"] | components["schemas"]["ApiKeyPostArchiveEvent"] | components["schemas"]["ApiKeyPostCreateEvent"] | components["schemas"]["ApiKeyPostUpdateEvent"] | components["schemas"]["AuditLogSealedEvent"] | components["schemas"]["AuditLogVerifiedEvent"] | components["schemas"]["AuditSearchPostArchiveEvent"] | components["schemas"]["AuditSearchPostCreateEvent"] | components["schemas"]["AuditSearchPostRestoreEvent"] | components["schemas"]["AuditSearchPostUpdateEvent"] | components["schemas"]["AuthLoginEvent"] | components["schemas"]["AuthLoginFailedEvent"] | components["schemas"]["AuthLogoutEvent"] | components["schemas"]["AuthMfaDisabledEvent"] | components["schemas"]["AuthMfaEnabledEvent"] | components["schemas"]["AuthMfaEnrolmentStartedEvent"] | components["schemas"]["AuthMfaFailedEvent"] | components["schemas"]["AuthMfaProvenEvent"] | components["schemas"]["AuthMfaRecoveryUsedEvent"] | components["schemas"]["AuthMfaResetEvent"] | components["schemas"]["AuthPasswordChangedEvent"] | components["schemas"]["AuthPasswordResetEvent"] | components["schemas"]["AuthPasswordResetRequestedEvent"] | components["schemas"]["AuthStreamTicketIssuedEvent"] | components["schemas"]["AuthTokenRefreshedEvent"] | components["schemas"]["AuthTokenReuseDetectedEvent"] | components["schemas"]["CategoryMergedEvent"] | components["schemas"]["CategoryPostArchiveEvent"] | components["schemas"]["CategoryPostCreateEvent"] | components["schemas"]["CategoryPostRestoreEvent"] | components["schemas"]["CategoryPostUpdateEvent"] | components["schemas"]["CompanyConfigurationPostUpdateEvent"] | components["schemas"]["CoreValuePostArchiveEvent"] | components["schemas"]["CoreValuePostCreateEvent"] | components["schemas"]["CoreValuePostRestoreEvent"] | components["schemas"]["CoreValuePostUpdateEvent"] | components["schemas"]["EmployeeChangeAppliedEvent"] | components["schemas"]["EmployeeChangeCancelledEvent"] | components["schemas"]["EmployeeChangeProposedEvent"] | components["schemas"]["EmployeeChangeScheduledEvent"] | components["schemas"]["EmployeeHiredEvent"] | components["schemas"]["EmployeeManagerChangedEvent"] | components["schemas"]["EmployeePostArchiveEvent"] | components["schemas"]["EmployeePostCreateEvent"] | components["schemas"]["EmployeePostRestoreEvent"] | components["schemas"]["EmployeePostUpdateEvent"] | components["schemas"]["EmployeeRehiredEvent"] | components["schemas"]["EmployeeTerminatedEvent"] | components["schemas"]["EmployeePrivatePostUpdateEvent"] | components["schemas"]["EnumPostArchiveEvent"] | components["schemas"]["EnumPostCreateEvent"] | components["schemas"]["EnumPostRestoreEvent"] | components["schemas"]["EnumPostUpdateEvent"] | components["schemas"]["EnumValueCreatedEvent"] | components["schemas"]["EnumValueDeletedEvent"] | components["schemas"]["EnumValueReplacedEvent"] | components["schemas"]["EnumValueRestoredEvent"] | components["schemas"]["EnumValueUpdatedEvent"] | components["schemas"]["ExportFailedEvent"] | components["schemas"]["ExportPostArchiveEvent"] | components["schemas"]["ExportPostCreateEvent"] | components["schemas"]["ExportPostExportEvent"] | components["schemas"]["FilePostArchiveEvent"] | components["schemas"]["FilePostCreateEvent"] | components["schemas"]["FilePostRestoreEvent"] | components["schemas"]["FileRefusedEvent"] | components["schemas"]["FileUploadedEvent"] | components["schemas"]["GrantExpiredEvent"] | components["schemas"]["GrantPostArchiveEvent"] | components["schemas"]["GrantPostCreateEvent"] | components["schemas"]["HolidayPostArchiveEvent"] | components["schemas"]["HolidayPostCreateEvent"] | components["schemas"]["HolidayPostRestoreEvent"] | components["schemas"]["HolidayPostUpdateEvent"] | components["schemas"]["HolidayCalendarImportedEvent"] | components["schemas"]["HolidayCalendarPostArchiveEvent"] | components["schemas"]["HolidayCalendarPostCreateEvent"] | components["schemas"]["HolidayCalendarPostRestoreEvent"] | components["schemas"]["HolidayCalendarPostUpdateEvent"] | components["schemas"]["ImportCompletedEvent"] | components["schemas"]["ImportFailedEvent"] | components["schemas"]["ImportPostCreateEvent"] | components["schemas"]["InitiativeCompletedEvent"] | components["schemas"]["InitiativeHealthChangedEvent"] | components["schemas"]["InitiativeMemberCreatedEvent"] | components["schemas"]["InitiativeMemberDeletedEvent"] | components["schemas"]["InitiativeMemberRestoredEvent"] | components["schemas"]["InitiativeMemberUpdatedEvent"] | components["schemas"]["InitiativePostArchiveEvent"] | components["schemas"]["InitiativePostCreateEvent"] | components["schemas"]["InitiativePostRestoreEvent"] | components["schemas"]["InitiativePostUpdateEvent"] | components["schemas"]["InitiativeTaskLinkedEvent"] | components["schemas"]["InitiativeTaskUnlinkedEvent"] | components["schemas"]["InitiativeUpdateCreatedEvent"] | components["schemas"]["InitiativeUpdateDueEvent"] | components["schemas"]["NavigationItemPostArchiveEvent"] | components["schemas"]["NavigationItemPostCreateEvent"] | components["schemas"]["NavigationItemPostRestoreEvent"] | components["schemas"]["NavigationItemPostUpdateEvent"] | components["schemas"]["OrganizationAddressCreatedEvent"] | components["schemas"]["OrganizationAddressDeletedEvent"] | components["schemas"]["OrganizationAddressRestoredEvent"] | components["schemas"]["OrganizationAddressUpdatedEvent"] | components["schemas"]["OrganizationClosedEvent"] | components["schemas"]["OrganizationClosingEvent"] | components["schemas"]["OrganizationContactCreatedEvent"] | components["schemas"]["OrganizationContactDeletedEvent"] | components["schemas"]["OrganizationContactRestoredEvent"] | components["schemas"]["OrganizationContactUpdatedEvent"] | components["schemas"]["OrganizationOwnershipTransferredEvent"] | components["schemas"]["OrganizationPostCreateEvent"] | components["schemas"]["OrganizationPostUpdateEvent"] | components["schemas"]["OrganizationReopenedEvent"] | components["schemas"]["OrganizationResumedEvent"] | components["schemas"]["OrganizationSettingChangedEvent"] | components["schemas"]["OrganizationSocialLinkCreatedEvent"] | components["schemas"]["OrganizationSocialLinkDeletedEvent"] | components["schemas"]["OrganizationSocialLinkRestoredEvent"] | components["schemas"]["OrganizationSocialLinkUpdatedEvent"] | components["schemas"]["OrganizationSuspendedEvent"] | components["schemas"]["OrganizationVerifiedEvent"] | components["schemas"]["PlacePostArchiveEvent"] | components["schemas"]["PlacePostCreateEvent"] | components["schemas"]["PlacePostRestoreEvent"] | components["schemas"]["PlacePostUpdateEvent"] | components["schemas"]["PlaceBookingPostArchiveEvent"] | components["schemas"]["PlaceBookingPostCreateEvent"] | components["schemas"]["PlaceBookingPostRestoreEvent"] | components["schemas"]["PlaceBookingPostUpdateEvent"] | components["schemas"]["PositionClosedEvent"] | components["schemas"]["PositionFrozenEvent"] | components["schemas"]["PositionOpenedEvent"] | components["schemas"]["PositionPostArchiveEvent"] | components["schemas"]["PositionPostCreateEvent"] | components["schemas"]["PositionPostRestoreEvent"] | components["schemas"]["PositionPostUpdateEvent"] | components["schemas"]["PositionVacatedEvent"] | components["schemas"]["PromptRunAppliedEvent"] | components["schemas"]["PromptRunCompletedEvent"] | components["schemas"]["PromptTemplatePostArchiveEvent"] | components["schemas"]["PromptTemplatePostCreateEvent"] | components["schemas"]["PromptTemplatePostRestoreEvent"] | components["schemas"]["PromptTemplatePostUpdateEvent"] | components["schemas"]["RolePermissionsChangedEvent"] | components["schemas"]["RolePostArchiveEvent"] | components["schemas"]["RolePostCreateEvent"] | components["schemas"]["RolePostUpdateEvent"] | components["schemas"]["TaskCommentCreatedEvent"] | components["schemas"]["TaskCommentDeletedEvent"] | components["schemas"]["TaskCommentRestoredEvent"] | components["schemas"]["TaskCommentUpdatedEvent"] | components["schemas"]["TaskCompletedEvent"] | components["schemas"]["TaskPostArchiveEvent"] | components["schemas"]["TaskPostCreateEvent"] | components["schemas"]["TaskPostRestoreEvent"] | components["schemas"]["TaskPostUpdateEvent"] | components["schemas"]["TaskRelationAddedEvent"] | components["schemas"]["TaskRelationRemovedEvent"] | components["schemas"]["TaskRelationRestoredEvent"] | components["schemas"]["TaskReminderAddedEvent"] | components["schemas"]["TaskReminderChangedEvent"] | components["schemas"]["TaskReminderDueEvent"] | components["schemas"]["TaskReminderRemovedEvent"] | components["schemas"]["TaskReminderRestoredEvent"] | components["schemas"]["TaskLabelMergedEvent"] | components["schemas"]["TaskLabelPostArchiveEvent"] | components["schemas"]["TaskLabelPostCreateEvent"] | components["schemas"]["TaskLabelPostRestoreEvent"] | components["schemas"]["TaskLabelPostUpdateEvent"] | components["schemas"]["TaskViewPostArchiveEvent"] | components["schemas"]["TaskViewPostCreateEvent"] | components["schemas"]["TaskViewPostRestoreEvent"] | components["schemas"]["TaskViewPostUpdateEvent"] | components["schemas"]["TeamMemberChangedEvent"] | components["schemas"]["TeamMemberJoinedEvent"] | components["schemas"]["TeamMemberLeftEvent"] | components["schemas"]["TeamMergedEvent"] | components["schemas"]["TeamMovedEvent"] | components["schemas"]["TeamPostArchiveEvent"] | components["schemas"]["TeamPostCreateEvent"] | components["schemas"]["TeamPostRestoreEvent"] | components["schemas"]["TeamPostUpdateEvent"] | components["schemas"]["UserActivatedEvent"] | components["schemas"]["UserDeactivatedEvent"] | components["schemas"]["UserEmailChangeRequestedEvent"] | components["schemas"]["UserEmailChangedEvent"] | components["schemas"]["UserErasedEvent"] | components["schemas"]["UserInvitedEvent"] | components["schemas"]["UserNavigationChangedEvent"] | components["schemas"]["UserPostArchiveEvent"] | components["schemas"]["UserPostCreateEvent"] | components["schemas"]["UserPostUpdateEvent"] | components["schemas"]["UserPreferencesChangedEvent"] | components["schemas"]["UserProfileUpdatedEvent"] | components["schemas"]["UserResumedEvent"] | components["schemas"]["UserSuspendedEvent"] | components["schemas"]["UserVerificationRequestedEvent"] | components["schemas"]["UserIdentityPostArchiveEvent"] | components["schemas"]["UserIdentityPostCreateEvent"] | components["schemas"]["WebhookTestEvent"] | components["schemas"]["WebhookEndpointAuthorizationLostEvent"] | components["schemas"]["WebhookEndpointDeliveryRetriedEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"] | components["schemas"]["WebhookEndpointFailedRetriedEvent"] | components["schemas"]["WebhookEndpointFailingEvent"] | components["schemas"]["WebhookEndpointPostArchiveEvent"] | components["schemas"]["WebhookEndpointPostCreateEvent"] | components["schemas"]["WebhookEndpointPostRestoreEvent"] | components["schemas"]["WebhookEndpointPostUpdateEvent"] | components["schemas"]["WebhookEndpointRefusedEvent"] | components["schemas"]["WebhookEndpointReplayCancelledEvent"] | components["schemas"]["WebhookEndpointReplayStartedEvent"] | components["schemas"]["WebhookEndpointSecretRotatedEvent"] | components["schemas"]["WorkSchedulePostArchiveEvent"] | components["schemas"]["WorkSchedulePostCreateEvent"] | components["schemas"]["WorkSchedulePostRestoreEvent"] | components["schemas"]["WorkSchedulePostUpdateEvent"];
        ApiKey: {
            allowed_cidrs: string[];
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number;
            description: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: int32 */
            readonly id: number;
            /** Format: date-time */
            readonly last_used_at: string | null;
            readonly last_used_ip: string | null;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            permissions: string[];
            readonly prefix: string;
            /** Format: date-time */
            readonly revoked_at: string | null;
            /** Format: int32 */
            readonly rotated_from_id: number | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            /** Format: int32 */
            user_id: number;
        };
        ApiKeyCreate: {
            allowed_cidrs?: string[];
            description?: string;
            /** Format: date-time */
            expires_at?: string | null;
            name: string;
            permissions?: string[];
            /** Format: int32 */
            user_id?: number;
        };
        ApiKeyCreated: {
            allowed_cidrs: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number;
            description: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: int32 */
            id: number;
            key?: string;
            /** Format: date-time */
            last_used_at: string | null;
            last_used_ip: string | null;
            name: string;
            /** Format: int32 */
            org_id: number;
            permissions: string[];
            prefix: string;
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: int32 */
            rotated_from_id: number | null;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
            /** Format: int32 */
            user_id: number;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        ApiKeyPatch: {
            allowed_cidrs?: string[];
            description?: string;
            name?: string;
            permissions?: string[];
        };
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
        ApplyPromptRunRequest: {
            /** Format: int32 */
            action?: number;
            fields?: ("priority" | "category" | "label" | "ideal_owner")[];
        };
        ArchiveTeamRequest: {
            /** Format: int32 */
            move_to: number;
        };
        AudiencePreview: {
            /** Format: int64 */
            employee_count: number;
            sample: {
                /** Format: int32 */
                employee_id: number;
                first_name: string;
                job_title: string | null;
                last_name: string;
                /** Format: int32 */
                user_id: number | null;
            }[];
            /** Format: int64 */
            user_count: number;
            warnings?: string[];
        };
        AuditLogCheckpoint: {
            /** Format: date-time */
            created_at: string;
            head: string;
            /** Format: int32 */
            id: number;
        };
        AuditLogCheckpointList: {
            data: components["schemas"]["AuditLogCheckpoint"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        AuditLogEntry: {
            action: string;
            /** Format: int32 */
            actor_id: number | null;
            actor_name: string;
            /** @enum {string} */
            actor_type: "user" | "api_key" | "system" | "operator";
            changes: {
                field: string;
                from?: unknown;
                to?: unknown;
            }[];
            erased: boolean;
            /** Format: int64 */
            event_id: number | null;
            /** Format: int64 */
            id: number;
            ip: string | null;
            /** Format: date-time */
            occurred_at: string;
            /** Format: int32 */
            org_id: number;
            /** @enum {string} */
            outcome: "success" | "denied" | "failed";
            /** Format: int64 */
            record_id: number | null;
            request_id: string;
            resource: string;
            user_agent: string | null;
        };
        AuditLogEntryList: {
            data: components["schemas"]["AuditLogEntry"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        AuditLogSearch: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            filter: {
                [key: string]: unknown;
            };
            /** Format: int32 */
            readonly id: number;
            is_shared: boolean;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        AuditLogSearchCreate: {
            filter: {
                action?: string;
                /** Format: int32 */
                actor_id?: number;
                /** @enum {string} */
                actor_type?: "user" | "api_key" | "system" | "operator";
                /** Format: date-time */
                from?: string;
                /** @enum {string} */
                outcome?: "success" | "denied" | "failed";
                q?: string;
                /** Format: int32 */
                record_id?: number;
                request_id?: string;
                resource?: string;
                /** Format: date-time */
                to?: string;
            };
            is_shared?: boolean;
            name: string;
        };
        AuditLogSearchList: {
            data: components["schemas"]["AuditLogSearch"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        AuditLogSearchPatch: {
            filter?: {
                action?: string;
                /** Format: int32 */
                actor_id?: number;
                /** @enum {string} */
                actor_type?: "user" | "api_key" | "system" | "operator";
                /** Format: date-time */
                from?: string;
                /** @enum {string} */
                outcome?: "success" | "denied" | "failed";
                q?: string;
                /** Format: int32 */
                record_id?: number;
                request_id?: string;
                resource?: string;
                /** Format: date-time */
                to?: string;
            };
            is_shared?: boolean;
            name?: string;
        };
        AuditLogVerifiedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "audit_log";
            /** @enum {string} */
            event_type: "audit_log.verified";
            payload: {
                /** @enum {string} */
                action?: "verified";
                /** @enum {string} */
                record_type?: "audit_log";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "audit_log.verified";
        };
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
        AuditSearchPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "audit_search";
            /** @enum {string} */
            event_type: "audit_search.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "audit_search";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "audit_search.post_restore";
        };
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
        AuthLoginFailedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.login_failed";
            payload: {
                /** @enum {string} */
                action?: "login_failed";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.login_failed";
        };
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
        AuthMfaDisabledEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.mfa_disabled";
            payload: {
                /** @enum {string} */
                action?: "mfa_disabled";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.mfa_disabled";
        };
        AuthMfaEnabledEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.mfa_enabled";
            payload: {
                /** @enum {string} */
                action?: "mfa_enabled";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.mfa_enabled";
        };
        AuthMfaEnrolmentStartedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.mfa_enrolment_started";
            payload: {
                /** @enum {string} */
                action?: "mfa_enrolment_started";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.mfa_enrolment_started";
        };
        AuthMfaFailedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.mfa_failed";
            payload: {
                /** @enum {string} */
                action?: "mfa_failed";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.mfa_failed";
        };
        AuthMfaProvenEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.mfa_proven";
            payload: {
                /** @enum {string} */
                action?: "mfa_proven";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.mfa_proven";
        };
        AuthMfaRecoveryUsedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.mfa_recovery_used";
            payload: {
                /** @enum {string} */
                action?: "mfa_recovery_used";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.mfa_recovery_used";
        };
        AuthMfaResetEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "auth.mfa_reset";
            payload: {
                /** @enum {string} */
                action?: "mfa_reset";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "auth.mfa_reset";
        };
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
        BeginTotpRequest: {
            label?: string;
        };
        BeginTotpResponse: {
            /** Format: int32 */
            method_id: number;
            otpauth_url?: string;
            secret?: string;
        };
        BrowserSession: {
            access_token: string;
            /** Format: int64 */
            expires_in: number;
            user: {
                email: string;
                /** Format: int32 */
                id: number;
                /** Format: int32 */
                org_id: number;
                org_name: string;
            };
        };
        BulkUpdateTasksRequest: {
            ids: number[];
            move?: {
                /** Format: int32 */
                position?: number;
                status: components["schemas"]["TaskStatus"];
            };
            patch?: components["schemas"]["TaskPatch"];
        };
        Category: {
            /** @enum {string} */
            applies_to: "workflow" | "survey" | "initiative" | "lead" | "pack" | "content_page" | "kudos";
            can?: components["schemas"]["RecordRights"];
            code: string;
            color: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            parent_id: number | null;
            /** Format: int32 */
            readonly position: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        CategoryCreate: {
            /** @enum {string} */
            applies_to: "workflow" | "survey" | "initiative" | "lead" | "pack" | "content_page" | "kudos";
            code: string;
            color?: string | null;
            name: string;
            /** Format: int32 */
            parent_id?: number | null;
        };
        CategoryList: {
            data: components["schemas"]["Category"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        CategoryMergedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "category";
            /** @enum {string} */
            event_type: "category.merged";
            payload: {
                /** @enum {string} */
                action?: "merged";
                /** @enum {string} */
                record_type?: "category";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "category.merged";
        };
        CategoryNode: {
            /** @enum {string} */
            applies_to: "workflow" | "survey" | "initiative" | "lead" | "pack" | "content_page" | "kudos";
            children: components["schemas"]["CategoryNode"][];
            code: string;
            color: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            /** Format: date-time */
            deleted_at: string | null;
            has_children?: boolean;
            /** Format: int32 */
            id: number;
            name: string;
            /** Format: int32 */
            org_id: number;
            /** Format: int32 */
            parent_id: number | null;
            /** Format: int32 */
            position: number;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
        };
        CategoryPatch: {
            code?: string;
            color?: string | null;
            name?: string;
            /** Format: int32 */
            parent_id?: number | null;
        };
        CategoryPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "category";
            /** @enum {string} */
            event_type: "category.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "category";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "category.post_archive";
        };
        CategoryPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "category";
            /** @enum {string} */
            event_type: "category.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "category";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "category.post_create";
        };
        CategoryPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "category";
            /** @enum {string} */
            event_type: "category.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "category";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "category.post_restore";
        };
        CategoryPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "category";
            /** @enum {string} */
            event_type: "category.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "category";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "category.post_update";
        };
        CategoryTree: {
            data: components["schemas"]["CategoryNode"][];
            /** Format: int64 */
            total: number;
        };
        ChangedAnnouncement: {
            /** Format: date-time */
            acknowledged_at: string | null;
            allow_comments: boolean;
            audience: {
                [key: string]: unknown;
            } | null;
            body_md: string;
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            /** Format: date-time */
            deleted_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            has_audience: boolean;
            /** Format: int32 */
            id: number;
            is_pinned: boolean;
            /** Format: int32 */
            org_id: number;
            /** Format: date-time */
            publish_at: string | null;
            /** Format: date-time */
            published_at: string | null;
            /** Format: date-time */
            read_at: string | null;
            requires_ack: boolean;
            send_mail: boolean;
            /** @enum {string} */
            status: "draft" | "scheduled" | "published" | "expired";
            title: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
            /** Format: int64 */
            version: number;
            warnings?: string[];
        };
        ChangedEmployee: {
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            /** Format: date-time */
            deleted_at: string | null;
            employee_number: string;
            /** @enum {string} */
            employment_type: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /** Format: date */
            end_date: string | null;
            first_name: string;
            fte: string;
            /** Format: date */
            hire_date: string;
            /** Format: int32 */
            holiday_calendar_id: number | null;
            /** Format: int32 */
            id: number;
            job_title: string | null;
            last_name: string;
            /** Format: int32 */
            manager_id: number | null;
            /** Format: int32 */
            org_id: number;
            /** Format: date */
            original_hire_date: string | null;
            phone: string | null;
            /** Format: int32 */
            place_id: number | null;
            /** Format: int32 */
            position_id: number | null;
            preferred_name: string | null;
            /** @enum {string} */
            status: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
            /** Format: int32 */
            team_id: number | null;
            time_zone: string | null;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
            /** Format: int32 */
            user_id: number | null;
            warnings?: string[];
            work_email: string | null;
            /** Format: int32 */
            work_schedule_id: number | null;
        };
        ChangedEmployeeChange: {
            /** Format: date-time */
            applied_at: string | null;
            /** Format: date-time */
            applies_at: string | null;
            /** Format: int32 */
            because_of_id: number | null;
            /** Format: int32 */
            corrects_id: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            /** Format: date-time */
            deleted_at: string | null;
            /** Format: date */
            effective_date: string;
            /** Format: int32 */
            employee_id: number;
            /** Format: int32 */
            id: number;
            /** @enum {string} */
            kind: "hire" | "position" | "promotion" | "transfer" | "manager" | "team" | "place" | "schedule" | "fte" | "status" | "name" | "rehire" | "termination" | "correction";
            note: string | null;
            /** Format: int32 */
            org_id: number;
            previous: {
                [key: string]: unknown;
            };
            reason_code: string | null;
            /** Format: int64 */
            sequence: number;
            set: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            state: "proposed" | "scheduled" | "applied" | "cancelled";
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
            warnings?: string[];
        };
        ChangedTeamMember: {
            /** Format: int64 */
            allocation_percent: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            /** Format: date-time */
            deleted_at: string | null;
            /** Format: int32 */
            employee_id: number;
            /** Format: int32 */
            id: number;
            is_home: boolean;
            /** Format: date */
            joined_on: string;
            /** Format: date */
            left_on: string | null;
            /** Format: int32 */
            org_id: number;
            /** @enum {string} */
            role: "member" | "lead" | "deputy";
            /** Format: int32 */
            team_id: number;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
            warnings?: string[];
        };
        ChangePasswordRequest: {
            current_password: string;
            new_password: string;
        };
        CheckOrganizationSlugResponse: {
            available: boolean;
            suggestion: string | null;
        };
        CloneRoleRequest: {
            code: string;
            description?: string;
            name: string;
        };
        CloseOrganizationRequest: {
            confirm: string;
            password: string;
        };
        CodeList: {
            data: string[];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        CompanyConfiguration: {
            /** Format: int32 */
            default_holiday_calendar_id: number | null;
            /** Format: int32 */
            default_work_schedule_id: number | null;
            employee_number_format: string;
            /** @enum {string} */
            enforce_headcount: "off" | "warn" | "block";
            /** Format: int32 */
            fiscal_year_start_month: number;
            kudos: {
                /** Format: int32 */
                monthly_allowance: number;
                require_core_value: boolean;
            };
            managers_see_compensation: boolean;
            /** Format: int64 */
            next_employee_number: number;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            probation_days: number;
            pto_defaults: {
                /** Format: int32 */
                hr_approval_from_days: number | null;
                /** @enum {string} */
                unit: "days" | "hours";
                /** @enum {string} */
                year: "calendar" | "fiscal" | "anniversary";
            };
            survey_defaults: {
                /** @enum {string} */
                anonymity: "named" | "anonymous";
                /** Format: int32 */
                min_group_size: number;
            };
            /** Format: date-time */
            readonly updated_at: string;
            /** @enum {string} */
            week_start: "monday" | "saturday" | "sunday";
        };
        CompanyConfigurationPatch: {
            /** Format: int32 */
            default_holiday_calendar_id?: number | null;
            /** Format: int32 */
            default_work_schedule_id?: number | null;
            employee_number_format?: string;
            /** @enum {string} */
            enforce_headcount?: "off" | "warn" | "block";
            /** Format: int32 */
            fiscal_year_start_month?: number;
            kudos?: {
                /** Format: int32 */
                monthly_allowance: number;
                require_core_value: boolean;
            };
            managers_see_compensation?: boolean;
            /** Format: int32 */
            next_employee_number?: number;
            /** Format: int32 */
            probation_days?: number;
            pto_defaults?: {
                /** Format: int32 */
                hr_approval_from_days: number | null;
                /** @enum {string} */
                unit: "days" | "hours";
                /** @enum {string} */
                year: "calendar" | "fiscal" | "anniversary";
            };
            survey_defaults?: {
                /** @enum {string} */
                anonymity: "named" | "anonymous";
                /** Format: int32 */
                min_group_size: number;
            };
            /** @enum {string} */
            week_start?: "monday" | "saturday" | "sunday";
        };
        CompanyConfigurationPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "company_configuration";
            /** @enum {string} */
            event_type: "company_configuration.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "company_configuration";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "company_configuration.post_update";
        };
        CompleteInitiativeRequest: {
            /** Format: int32 */
            move_to?: number;
            /** @enum {string} */
            open_tasks: "keep" | "cancel" | "move_to";
        };
        ConditionOperator: {
            code: string;
            label: string;
            types: ("string" | "integer" | "number" | "boolean" | "timestamp" | "date" | "email" | "url" | "enum" | "array" | "object" | "json")[];
            /** @enum {string} */
            value: "none" | "one" | "two" | "list";
        };
        ConditionOperatorList: {
            data: components["schemas"]["ConditionOperator"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        ConfirmEmailChangeRequest: {
            token: string;
        };
        ConfirmPasswordResetRequest: {
            new_password: string;
            token: string;
        };
        CopyHolidayCalendarYearRequest: {
            /** Format: int32 */
            from: number;
            /** Format: int32 */
            to: number;
        };
        CopyHolidayCalendarYearResponse: {
            /** Format: int64 */
            copied: number;
            existing: string[];
            omitted: string[];
        };
        CoreValue: {
            can?: components["schemas"]["RecordRights"];
            color: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            description: string;
            hashtag: string;
            icon: string | null;
            /** Format: int32 */
            readonly id: number;
            is_active: boolean;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            readonly position: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        CoreValueCreate: {
            color?: string | null;
            description?: string;
            hashtag: string;
            icon?: string | null;
            is_active?: boolean;
            name: string;
        };
        CoreValueList: {
            data: components["schemas"]["CoreValue"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        CoreValuePatch: {
            color?: string | null;
            description?: string;
            hashtag?: string;
            icon?: string | null;
            is_active?: boolean;
            name?: string;
        };
        CoreValuePostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "core_value";
            /** @enum {string} */
            event_type: "core_value.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "core_value";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "core_value.post_archive";
        };
        CoreValuePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "core_value";
            /** @enum {string} */
            event_type: "core_value.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "core_value";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "core_value.post_create";
        };
        CoreValuePostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "core_value";
            /** @enum {string} */
            event_type: "core_value.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "core_value";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "core_value.post_restore";
        };
        CoreValuePostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "core_value";
            /** @enum {string} */
            event_type: "core_value.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "core_value";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "core_value.post_update";
        };
        CreationSecrets: string[];
        DeactivateUserRequest: {
            /** Format: int32 */
            reassign_to?: number | null;
        };
        Employee: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            employee_number: string;
            /** @enum {string} */
            employment_type: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /** Format: date */
            end_date: string | null;
            first_name: string;
            fte: string;
            /** Format: date */
            hire_date: string;
            /** Format: int32 */
            holiday_calendar_id: number | null;
            /** Format: int32 */
            readonly id: number;
            job_title: string | null;
            last_name: string;
            /** Format: int32 */
            manager_id: number | null;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: date */
            readonly original_hire_date: string | null;
            phone: string | null;
            /** Format: int32 */
            place_id: number | null;
            /** Format: int32 */
            position_id: number | null;
            preferred_name: string | null;
            /** @enum {string} */
            status: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
            /** Format: int32 */
            team_id: number | null;
            time_zone: string | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            /** Format: int32 */
            user_id: number | null;
            work_email: string | null;
            /** Format: int32 */
            work_schedule_id: number | null;
        };
        EmployeeChange: {
            /** Format: date-time */
            readonly applied_at: string | null;
            /** Format: date-time */
            readonly applies_at: string | null;
            /** Format: int32 */
            readonly because_of_id: number | null;
            can?: components["schemas"]["RecordRights"];
            /** Format: int32 */
            corrects_id: number | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: date */
            effective_date: string;
            /** Format: int32 */
            readonly employee_id: number;
            /** Format: int32 */
            readonly id: number;
            /** @enum {string} */
            kind: "hire" | "position" | "promotion" | "transfer" | "manager" | "team" | "place" | "schedule" | "fte" | "status" | "name" | "rehire" | "termination" | "correction";
            note: string | null;
            /** Format: int32 */
            readonly org_id: number;
            readonly previous: {
                [key: string]: unknown;
            };
            reason_code: string | null;
            /** Format: int64 */
            readonly sequence: number;
            set: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            readonly state: "proposed" | "scheduled" | "applied" | "cancelled";
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
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
        EmployeeChangeCreate: {
            /** Format: int32 */
            corrects_id?: number;
            /** Format: date */
            effective_date: string;
            /** @enum {string} */
            kind: "position" | "promotion" | "transfer" | "manager" | "team" | "place" | "schedule" | "fte" | "status" | "name" | "correction";
            note?: string | null;
            reason_code?: string | null;
            set: {
                /** @enum {string} */
                employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
                /** Format: date */
                end_date?: string | null;
                first_name?: string;
                fte?: string;
                /** Format: int32 */
                holiday_calendar_id?: number | null;
                last_name?: string;
                /** Format: int32 */
                manager_id?: number | null;
                /** Format: int32 */
                place_id?: number | null;
                /** Format: int32 */
                position_id?: number | null;
                preferred_name?: string | null;
                /** @enum {string} */
                status?: "active" | "on_leave" | "suspended";
                /** Format: int32 */
                team_id?: number | null;
                /** Format: int32 */
                work_schedule_id?: number | null;
            };
        };
        EmployeeChangeList: {
            data: components["schemas"]["EmployeeChange"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        EmployeeCreate: {
            employee_number?: string;
            /** @enum {string} */
            employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /** Format: date */
            end_date?: string | null;
            first_name: string;
            fte?: string;
            /** Format: date */
            hire_date: string;
            /** Format: int32 */
            holiday_calendar_id?: number | null;
            job_title?: string | null;
            last_name: string;
            /** Format: int32 */
            manager_id?: number | null;
            phone?: string | null;
            /** Format: int32 */
            place_id?: number | null;
            /** Format: int32 */
            position_id?: number | null;
            preferred_name?: string | null;
            /** @enum {string} */
            status?: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
            /** Format: int32 */
            team_id?: number | null;
            time_zone?: string | null;
            /** Format: int32 */
            user_id?: number | null;
            /** Format: email */
            work_email?: string | null;
            /** Format: int32 */
            work_schedule_id?: number | null;
        };
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
        EmployeeHistorySpan: {
            change_ids: number[];
            /** @enum {string} */
            employment_type: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /** Format: date */
            end_date: string | null;
            first_name: string;
            fte: string;
            /** Format: date */
            hire_date: string;
            /** Format: int32 */
            holiday_calendar_id: number | null;
            kinds: ("hire" | "position" | "promotion" | "transfer" | "manager" | "team" | "place" | "schedule" | "fte" | "status" | "name" | "rehire" | "termination" | "correction")[];
            last_name: string;
            /** Format: int32 */
            manager_id: number | null;
            /** Format: int32 */
            place_id: number | null;
            /** Format: int32 */
            position_id: number | null;
            preferred_name: string | null;
            /** Format: date */
            since: string;
            /** @enum {string} */
            status: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
            /** Format: int32 */
            team_id: number | null;
            /** Format: date */
            until: string | null;
            /** Format: int32 */
            work_schedule_id: number | null;
        };
        EmployeeHistorySpanList: {
            data: components["schemas"]["EmployeeHistorySpan"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        EmployeeList: {
            data: components["schemas"]["Employee"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        EmployeePatch: {
            employee_number?: string;
            first_name?: string;
            job_title?: string | null;
            last_name?: string;
            phone?: string | null;
            preferred_name?: string | null;
            time_zone?: string | null;
            /** Format: email */
            work_email?: string | null;
        };
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
        EmployeePostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee";
            /** @enum {string} */
            event_type: "employee.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "employee";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee.post_restore";
        };
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
        EmployeePrivate: {
            bank_account: {
                account_number: string;
                bank_code?: string | null;
                bank_name?: string | null;
                holder: string;
            } | null;
            /** Format: date */
            birth_date: string | null;
            emergency_contacts: {
                name: string;
                phone: string;
                relationship?: string | null;
            }[];
            /** Format: int32 */
            employee_id: number;
            home_address: {
                city?: string | null;
                country?: string | null;
                line1: string;
                line2?: string | null;
                postal_code?: string | null;
                region?: string | null;
            } | null;
            national_id: string | null;
            personal_email: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        EmployeePrivatePostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "employee_private";
            /** @enum {string} */
            event_type: "employee_private.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "employee_private";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "employee_private.post_update";
        };
        EmployeePrivateUpdate: {
            bank_account?: {
                account_number: string;
                bank_code?: string | null;
                bank_name?: string | null;
                holder: string;
            } | null;
            /** Format: date */
            birth_date?: string | null;
            emergency_contacts?: {
                name: string;
                phone: string;
                relationship?: string | null;
            }[];
            home_address?: {
                city?: string | null;
                country?: string | null;
                line1: string;
                line2?: string | null;
                postal_code?: string | null;
                region?: string | null;
            } | null;
            national_id?: string | null;
            /** Format: email */
            personal_email?: string | null;
        };
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
        EmployeeReport: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            /** Format: date-time */
            deleted_at: string | null;
            employee_number: string;
            /** @enum {string} */
            employment_type: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            /** Format: date */
            end_date: string | null;
            first_name: string;
            fte: string;
            /** Format: date */
            hire_date: string;
            /** Format: int32 */
            holiday_calendar_id: number | null;
            /** Format: int32 */
            id: number;
            job_title: string | null;
            last_name: string;
            /** Format: int64 */
            level: number;
            /** Format: int32 */
            manager_id: number | null;
            /** Format: int32 */
            org_id: number;
            /** Format: date */
            original_hire_date: string | null;
            phone: string | null;
            /** Format: int32 */
            place_id: number | null;
            /** Format: int32 */
            position_id: number | null;
            preferred_name: string | null;
            /** @enum {string} */
            status: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
            /** Format: int32 */
            team_id: number | null;
            time_zone: string | null;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
            /** Format: int32 */
            user_id: number | null;
            work_email: string | null;
            /** Format: int32 */
            work_schedule_id: number | null;
        };
        EmployeeReportList: {
            data: components["schemas"]["EmployeeReport"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        EmployeeWorkingTime: {
            days: {
                /** Format: int64 */
                am_minutes: number;
                /** Format: date */
                date: string;
                /** Format: date-time */
                ends_at: string;
                fte: string | null;
                /** Format: int32 */
                holiday_calendar_id: number | null;
                /** Format: int64 */
                minutes: number;
                /** Format: int64 */
                pm_minutes: number;
                reasons: {
                    /** @enum {string} */
                    kind: "schedule" | "fte" | "rest_day" | "holiday" | "no_schedule" | "not_employed";
                    name: string | null;
                    /** @enum {string|null} */
                    part: "full" | "morning" | "afternoon" | null;
                }[];
                /** Format: date-time */
                starts_at: string;
                time_zone: string;
                /** Format: int32 */
                work_schedule_id: number | null;
            }[];
            /** Format: int32 */
            employee_id: number;
            /** Format: date */
            from: string;
            /** Format: int64 */
            minutes: number;
            /** Format: date */
            to: string;
        };
        Enum: {
            can?: components["schemas"]["RecordRights"];
            code: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            readonly is_extensible: boolean;
            readonly is_system: boolean;
            label: string;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        EnumCreate: {
            code: string;
            label: string;
        };
        EnumDetail: {
            can?: components["schemas"]["RecordRights"];
            code: string;
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            /** Format: date-time */
            deleted_at: string | null;
            /** Format: int32 */
            id: number;
            is_extensible: boolean;
            is_system: boolean;
            label: string;
            /** Format: int32 */
            org_id: number;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
            values: components["schemas"]["EnumValue"][];
        };
        EnumList: {
            data: components["schemas"]["Enum"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        EnumPatch: {
            label?: string;
        };
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
        EnumPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum.post_restore";
        };
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
        EnumValue: {
            can?: components["schemas"]["RecordRights"];
            code: string;
            color: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly enum_id: number;
            icon: string | null;
            /** Format: int32 */
            readonly id: number;
            is_active: boolean;
            is_default: boolean;
            readonly is_system: boolean;
            label: string;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            readonly position: number;
            /** Format: date-time */
            readonly replaced_at: string | null;
            readonly replaced_with: string | null;
            translations: {
                [key: string]: string;
            };
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        EnumValueCreate: {
            code: string;
            color?: string | null;
            icon?: string | null;
            is_active?: boolean;
            is_default?: boolean;
            label: string;
            translations?: {
                [key: string]: string;
            };
        };
        EnumValueCreatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum.value.created";
            payload: {
                /** @enum {string} */
                action?: "value.created";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum.value.created";
        };
        EnumValueDeletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum.value.deleted";
            payload: {
                /** @enum {string} */
                action?: "value.deleted";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum.value.deleted";
        };
        EnumValueList: {
            data: components["schemas"]["EnumValue"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        EnumValueReplacedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum.value.replaced";
            payload: {
                /** @enum {string} */
                action?: "value.replaced";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum.value.replaced";
        };
        EnumValueRestoredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum.value.restored";
            payload: {
                /** @enum {string} */
                action?: "value.restored";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum.value.restored";
        };
        EnumValueUpdatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "enum";
            /** @enum {string} */
            event_type: "enum.value.updated";
            payload: {
                /** @enum {string} */
                action?: "value.updated";
                /** @enum {string} */
                record_type?: "enum";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "enum.value.updated";
        };
        EraseUserRequest: {
            confirm: string;
        };
        Error: {
            error: string;
        };
        Event: {
            /** Format: int32 */
            aggregate_id: number;
            aggregate_type: string;
            event_type: string;
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            occurred_at: string;
            /** Format: int32 */
            org_id: number;
            payload: components["schemas"]["EventPayload"];
        };
        EventList: {
            data: components["schemas"]["Event"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        EventPayload: {
            action: string;
            /** Format: int32 */
            actor_id: number | null;
            /** Format: int32 */
            org_id: number;
            /** Format: int32 */
            record_id: number;
            record_name?: string;
            record_type: string;
            /** Format: int32 */
            step_id?: number;
            step_name?: string;
            /** Format: date-time */
            timestamp: string;
            /** Format: int32 */
            workflow_id?: number;
            workflow_name?: string;
        };
        EventTypeMetadata: {
            aggregate_type: string;
            description: string;
            emitted_by: string[];
            event_type: string;
            schema: components["schemas"]["PlatformResourceSchema"];
            visible_to: string;
        };
        EventTypeMetadataList: {
            data: components["schemas"]["EventTypeMetadata"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        EventTypeName: {
            resource: string | null;
            type: string;
        };
        EventTypeNameList: {
            data: components["schemas"]["EventTypeName"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        Export: {
            can?: components["schemas"]["RecordRights"];
            columns: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number;
            /** Format: date-time */
            deleted_at: string | null;
            download_url: string | null;
            error: string | null;
            /** Format: date-time */
            expires_at: string | null;
            filter: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            finished_at: string | null;
            /** @enum {string} */
            format: "csv" | "json" | "ndjson";
            /** Format: int32 */
            id: number;
            /** Format: int32 */
            org_id: number;
            resource: string;
            /** Format: int64 */
            row_count: number;
            /** Format: int64 */
            size: number | null;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "expired";
            /** Format: int64 */
            total_rows: number | null;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
        };
        ExportAuditLogRequest: {
            columns?: ("id" | "occurred_at" | "actor_type" | "actor_id" | "actor_name" | "action" | "outcome" | "resource" | "record_id" | "fields" | "before" | "after" | "erased" | "event_id" | "request_id" | "ip" | "user_agent")[];
            filter?: {
                action?: string;
                /** Format: int32 */
                actor_id?: number;
                /** @enum {string} */
                actor_type?: "user" | "api_key" | "system" | "operator";
                /** Format: date-time */
                from?: string;
                /** @enum {string} */
                outcome?: "success" | "denied" | "failed";
                q?: string;
                /** Format: int32 */
                record_id?: number;
                request_id?: string;
                resource?: string;
                /** Format: date-time */
                to?: string;
            };
            /** @enum {string} */
            format?: "csv" | "json" | "ndjson";
        };
        ExportEmployeesRequest: {
            columns?: ("id" | "employee_number" | "user_id" | "first_name" | "last_name" | "preferred_name" | "work_email" | "phone" | "status" | "employment_type" | "job_title" | "hire_date" | "original_hire_date" | "end_date" | "fte" | "time_zone" | "position_id" | "team_id" | "manager_id" | "place_id" | "work_schedule_id" | "holiday_calendar_id" | "created_at" | "updated_at" | "created_by" | "updated_by" | "team" | "manager" | "place" | "work_schedule" | "holiday_calendar")[];
            filter?: {
                /** @enum {string} */
                employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
                /** Format: date */
                hired_from?: string;
                /** Format: date */
                hired_to?: string;
                /** Format: int32 */
                holiday_calendar_id?: number;
                /** Format: int32 */
                manager_id?: number;
                /** Format: int32 */
                place_id?: number;
                /** Format: int32 */
                position_id?: number;
                q?: string;
                /** @enum {string} */
                status?: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
                /** Format: int32 */
                team_id?: number;
                /** Format: int32 */
                work_schedule_id?: number;
            };
            /** @enum {string} */
            format?: "csv" | "json" | "ndjson";
        };
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
        ExportInitiativesRequest: {
            columns?: ("id" | "name" | "code" | "description" | "status" | "health" | "owner_employee_id" | "team_id" | "category_id" | "start_on" | "target_on" | "progress_mode" | "progress" | "update_due_at" | "created_at" | "updated_at" | "created_by" | "updated_by")[];
            filter?: {
                /** Format: int32 */
                category_id?: number;
                category_id_is_null?: boolean;
                /** Format: date-time */
                created_from?: string;
                /** Format: date-time */
                created_to?: string;
                health?: ("unknown" | "on_track" | "at_risk" | "off_track") | ("unknown" | "on_track" | "at_risk" | "off_track")[];
                /** Format: int32 */
                owner_employee_id?: number;
                q?: string;
                status?: ("proposed" | "planned" | "active" | "paused" | "completed" | "cancelled") | ("proposed" | "planned" | "active" | "paused" | "completed" | "cancelled")[];
                /** Format: int32 */
                team_id?: number;
                team_id_is_null?: boolean;
                /** Format: date-time */
                updated_from?: string;
                /** Format: date-time */
                updated_to?: string;
            };
            /** @enum {string} */
            format?: "csv" | "json" | "ndjson";
        };
        ExportList: {
            data: components["schemas"]["Export"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        ExportOrganizationRequest: {
            /** @enum {string} */
            format?: "csv" | "json" | "ndjson";
            password: string;
        };
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
        ExportPostExportEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "export";
            /** @enum {string} */
            event_type: "export.post_export";
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
            event_type: "export.post_export";
        };
        ExportTasksRequest: {
            columns?: ("id" | "title" | "description" | "status" | "priority" | "position" | "label" | "category_code" | "effort" | "task_type" | "assigned_employee_id" | "assigned_team_id" | "assigned_to" | "parent_task_id" | "initiative_id" | "due_at" | "reminder_offset" | "tags" | "created_at" | "updated_at" | "created_by" | "updated_by")[];
            filter?: components["schemas"]["TaskFilter"];
            /** @enum {string} */
            format?: "csv" | "json" | "ndjson";
        };
        ExportUsersRequest: {
            columns?: ("id" | "email" | "first_name" | "last_name" | "display_name" | "locale" | "time_zone" | "status" | "is_service" | "role_codes" | "last_login_at" | "created_at" | "updated_at")[];
            filter?: {
                is_service?: boolean;
                q?: string;
                role?: string;
                /** @enum {string} */
                status?: "invited" | "active" | "suspended" | "deactivated";
                /** Format: int32 */
                team_id?: number;
            };
            /** @enum {string} */
            format?: "csv" | "json" | "ndjson";
        };
        FieldList: components["schemas"]["FieldMetadata"][];
        FieldMetadata: {
            description?: string;
            enum?: string[];
            filterable: boolean;
            /** @enum {string} */
            items?: "weekdays";
            name: string;
            nullable: boolean;
            readable: boolean;
            ref?: string;
            required: boolean;
            sensitive: boolean;
            /** @enum {string} */
            type: "string" | "integer" | "number" | "boolean" | "timestamp" | "date" | "email" | "url" | "enum" | "array" | "object" | "json";
            vocabulary?: string;
            writable: boolean;
        };
        File: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            readonly download_url: string | null;
            /** Format: int32 */
            readonly id: number;
            mime: string;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            readonly sha256: string | null;
            /** Format: int64 */
            size: number;
            /** @enum {string} */
            readonly status: "pending" | "stored" | "refused";
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            readonly upload_url: string | null;
        };
        FileCreate: {
            mime: string;
            name: string;
            /** Format: int32 */
            size: number;
        };
        FileList: {
            data: components["schemas"]["File"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        FilePostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "file";
            /** @enum {string} */
            event_type: "file.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "file";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "file.post_restore";
        };
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
        ForbiddenError: {
            error: string;
            permission?: string;
            /** @enum {string} */
            reason: "permission" | "row_scope" | "authority" | "rule" | "session" | "mfa_setup" | "mfa_step_up" | "read_only" | "foreign_network" | "suspended" | "password_expired" | "invalid_link";
        };
        Grant: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            readonly org_id: number;
            reason: string | null;
            readonly role_code: string;
            /** Format: int32 */
            role_id: number;
            /** @enum {string} */
            scope: "role" | "team" | "own";
            /** @enum {string} */
            readonly source: "manual" | "hierarchy" | "default" | "pack";
            /** Format: date-time */
            starts_at: string | null;
            /** Format: int32 */
            team_id: number | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            /** Format: int32 */
            user_id: number;
        };
        GrantCreate: {
            /** Format: date-time */
            ends_at?: string | null;
            reason?: string | null;
            /** Format: int32 */
            role_id: number;
            /** @enum {string} */
            scope?: "role" | "team" | "own";
            /** Format: date-time */
            starts_at?: string | null;
            /** Format: int32 */
            team_id?: number | null;
            /** Format: int32 */
            user_id: number;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        HolidayCalendar: {
            can?: components["schemas"]["RecordRights"];
            country: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            region: string | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        HolidayCalendarCreate: {
            country?: string | null;
            name: string;
            region?: string | null;
        };
        HolidayCalendarHoliday: {
            /** Format: int32 */
            readonly calendar_id: number;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date */
            date: string;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            /** @enum {string} */
            part: "full" | "morning" | "afternoon";
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        HolidayCalendarHolidayCreate: {
            /** Format: date */
            date: string;
            name: string;
            /** @enum {string} */
            part?: "full" | "morning" | "afternoon";
        };
        HolidayCalendarHolidayList: {
            data: components["schemas"]["HolidayCalendarHoliday"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        HolidayCalendarHolidayPatch: {
            /** Format: date */
            date?: string;
            name?: string;
            /** @enum {string} */
            part?: "full" | "morning" | "afternoon";
        };
        HolidayCalendarImportedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "holiday_calendar";
            /** @enum {string} */
            event_type: "holiday_calendar.imported";
            payload: {
                /** @enum {string} */
                action?: "imported";
                /** @enum {string} */
                record_type?: "holiday_calendar";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "holiday_calendar.imported";
        };
        HolidayCalendarList: {
            data: components["schemas"]["HolidayCalendar"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        HolidayCalendarPatch: {
            country?: string | null;
            name?: string;
            region?: string | null;
        };
        HolidayCalendarPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "holiday_calendar";
            /** @enum {string} */
            event_type: "holiday_calendar.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "holiday_calendar";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "holiday_calendar.post_archive";
        };
        HolidayCalendarPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "holiday_calendar";
            /** @enum {string} */
            event_type: "holiday_calendar.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "holiday_calendar";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "holiday_calendar.post_create";
        };
        HolidayCalendarPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "holiday_calendar";
            /** @enum {string} */
            event_type: "holiday_calendar.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "holiday_calendar";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "holiday_calendar.post_restore";
        };
        HolidayCalendarPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "holiday_calendar";
            /** @enum {string} */
            event_type: "holiday_calendar.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "holiday_calendar";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "holiday_calendar.post_update";
        };
        HolidayPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "holiday";
            /** @enum {string} */
            event_type: "holiday.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "holiday";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "holiday.post_archive";
        };
        HolidayPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "holiday";
            /** @enum {string} */
            event_type: "holiday.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "holiday";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "holiday.post_create";
        };
        HolidayPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "holiday";
            /** @enum {string} */
            event_type: "holiday.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "holiday";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "holiday.post_restore";
        };
        HolidayPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "holiday";
            /** @enum {string} */
            event_type: "holiday.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "holiday";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "holiday.post_update";
        };
        Import: {
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number;
            dry_run: boolean;
            readonly error: string | null;
            /** Format: int32 */
            file_id: number;
            /** Format: date-time */
            readonly finished_at: string | null;
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            readonly parent_id: number | null;
            readonly resource: string;
            readonly result: {
                /** Format: int64 */
                created: number;
                errors: {
                    field: string | null;
                    message: string;
                    /** Format: int64 */
                    row: number;
                }[];
                /** Format: int64 */
                rows: number;
                /** Format: int64 */
                unchanged: number;
                /** Format: int64 */
                updated: number;
            } | null;
            /** Format: date-time */
            readonly started_at: string | null;
            /** @enum {string} */
            readonly status: "queued" | "running" | "succeeded" | "failed" | "expired";
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
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
        ImportCreate: {
            dry_run?: boolean;
            /** Format: int32 */
            file_id: number;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        Initiative: {
            can?: components["schemas"]["RecordRights"];
            /** Format: int32 */
            category_id: number | null;
            code: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            description: string;
            /** @enum {string} */
            health: "unknown" | "on_track" | "at_risk" | "off_track";
            /** Format: int32 */
            readonly id: number;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
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
            /** Format: int32 */
            team_id: number | null;
            /** Format: date-time */
            readonly update_due_at: string | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        InitiativeBurnup: {
            data: {
                /** Format: date */
                date: string;
                /** Format: int64 */
                done: number;
                /** Format: int64 */
                done_points: number;
                /** Format: int64 */
                scope: number;
                /** Format: int64 */
                scope_points: number;
            }[];
        };
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
        InitiativeCreate: {
            /** Format: int32 */
            category_id?: number | null;
            code?: string;
            description?: string;
            /** @enum {string} */
            health?: "unknown" | "on_track" | "at_risk" | "off_track";
            name: string;
            /** Format: int32 */
            owner_employee_id: number;
            /** @enum {string} */
            progress_mode?: "tasks" | "effort" | "manual";
            /** Format: date */
            start_on?: string | null;
            /** @enum {string} */
            status?: "proposed" | "planned" | "active" | "paused" | "completed" | "cancelled";
            /** Format: date */
            target_on?: string | null;
            /** Format: int32 */
            team_id?: number | null;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        InitiativeMember: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            employee_id: number;
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            readonly initiative_id: number;
            /** Format: int32 */
            readonly org_id: number;
            /** @enum {string} */
            role: "lead" | "member" | "stakeholder";
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        InitiativeMemberCreate: {
            /** Format: int32 */
            employee_id: number;
            /** @enum {string} */
            role?: "lead" | "member" | "stakeholder";
        };
        InitiativeMemberCreatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.member.created";
            payload: {
                /** @enum {string} */
                action?: "member.created";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.member.created";
        };
        InitiativeMemberDeletedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.member.deleted";
            payload: {
                /** @enum {string} */
                action?: "member.deleted";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.member.deleted";
        };
        InitiativeMemberList: {
            data: components["schemas"]["InitiativeMember"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        InitiativeMemberPatch: {
            /** @enum {string} */
            role?: "lead" | "member" | "stakeholder";
        };
        InitiativeMemberRestoredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.member.restored";
            payload: {
                /** @enum {string} */
                action?: "member.restored";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.member.restored";
        };
        InitiativeMemberUpdatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.member.updated";
            payload: {
                /** @enum {string} */
                action?: "member.updated";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.member.updated";
        };
        InitiativePatch: {
            /** Format: int32 */
            category_id?: number | null;
            code?: string;
            description?: string;
            /** @enum {string} */
            health?: "unknown" | "on_track" | "at_risk" | "off_track";
            name?: string;
            /** Format: int32 */
            owner_employee_id?: number;
            /** @enum {string} */
            progress_mode?: "tasks" | "effort" | "manual";
            /** Format: date */
            start_on?: string | null;
            /** @enum {string} */
            status?: "proposed" | "planned" | "active" | "paused" | "completed" | "cancelled";
            /** Format: date */
            target_on?: string | null;
            /** Format: int32 */
            team_id?: number | null;
        };
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
        InitiativeSummary: {
            /** @enum {string} */
            health: "unknown" | "on_track" | "at_risk" | "off_track";
            /** Format: int32 */
            initiative_id: number;
            last_update: components["schemas"]["InitiativeUpdate"] | (null);
            /** Format: int64 */
            members: number;
            /** Format: int64 */
            overdue: number;
            points: {
                /** Format: int64 */
                done: number;
                /** Format: int64 */
                total: number;
            };
            /** Format: int32 */
            progress: number;
            /** @enum {string} */
            status: "proposed" | "planned" | "active" | "paused" | "completed" | "cancelled";
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
        InitiativeUpdate: {
            body: string;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** @enum {string} */
            health: "unknown" | "on_track" | "at_risk" | "off_track";
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            readonly initiative_id: number;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            progress: number | null;
        };
        InitiativeUpdateCreate: {
            body: string;
            /** @enum {string} */
            health: "unknown" | "on_track" | "at_risk" | "off_track";
            /** Format: int32 */
            progress?: number;
        };
        InitiativeUpdateCreatedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "initiative";
            /** @enum {string} */
            event_type: "initiative.update.created";
            payload: {
                /** @enum {string} */
                action?: "update.created";
                /** @enum {string} */
                record_type?: "initiative";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "initiative.update.created";
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        InvitedUser: {
            /** Format: int32 */
            avatar_file_id: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            /** Format: date-time */
            deleted_at: string | null;
            display_name: string | null;
            email: string;
            /** Format: date-time */
            email_verified_at: string | null;
            /** Format: date-time */
            erased_at: string | null;
            first_name: string;
            follow_employee_name: boolean;
            /** Format: int32 */
            id: number;
            is_service: boolean;
            /** Format: date-time */
            last_login_at: string | null;
            last_name: string;
            left_as_employee: boolean | null;
            locale: string;
            /** Format: int32 */
            org_id: number;
            /** @enum {string} */
            status: "invited" | "active" | "suspended" | "deactivated";
            suspension_reason: string | null;
            time_zone: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
            warnings?: string[];
        };
        InviteUserRequest: {
            /** Format: email */
            email: string;
            /** Format: int32 */
            employee_id?: number;
            first_name?: string;
            last_name?: string;
            role_ids?: number[];
        };
        LinkedTasks: {
            /** Format: int64 */
            count: number;
        };
        LinkEmployeeUserRequest: {
            /** Format: int32 */
            user_id: number;
        };
        LoginRequest: {
            /** Format: email */
            email: string;
            org_slug: string;
            password: string;
        };
        Me: {
            /** Format: int32 */
            avatar_file_id: number | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            display_name: string | null;
            readonly email: string;
            /** Format: date-time */
            readonly email_verified_at: string | null;
            /** Format: int32 */
            readonly employee_id: number | null;
            /** Format: date-time */
            readonly erased_at: string | null;
            first_name: string;
            follow_employee_name: boolean;
            /** Format: int32 */
            readonly id: number;
            readonly is_service: boolean;
            /** Format: date-time */
            readonly last_login_at: string | null;
            last_name: string;
            readonly left_as_employee: boolean | null;
            locale: string;
            /** Format: int32 */
            readonly org_id: number;
            readonly org_name: string;
            readonly org_slug: string;
            readonly roles: string[];
            /** @enum {string} */
            readonly status: "invited" | "active" | "suspended" | "deactivated";
            readonly suspension_reason: string | null;
            time_zone: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        MePatch: {
            /** Format: int32 */
            avatar_file_id?: number | null;
            display_name?: string | null;
            first_name?: string;
            follow_employee_name?: boolean;
            last_name?: string;
            locale?: string;
            time_zone?: string;
        };
        MergeCategoryRequest: {
            /** Format: int32 */
            into_id: number;
        };
        MergeTaskLabelRequest: {
            /** Format: int32 */
            into_id: number;
        };
        MergeTeamRequest: {
            /** Format: int32 */
            into_id: number;
        };
        Mfa: {
            is_on: boolean;
            methods: {
                /** Format: date-time */
                confirmed_at: string;
                /** Format: int32 */
                id: number;
                /** @enum {string} */
                kind: "totp";
                label: string;
                /** Format: date-time */
                last_used_at: string | null;
            }[];
            /** Format: date-time */
            mfa_at: string | null;
            /** Format: int64 */
            recovery_codes_left: number;
        };
        MfaCode: {
            code: string;
        };
        MfaProof: {
            code: string;
            password: string;
        };
        MfaRequired: {
            /** @enum {boolean} */
            mfa_required: true;
            mfa_token: string;
        };
        MoveCategoryRequest: {
            /** Format: int32 */
            parent_id: number | null;
        };
        MovePlaceRequest: {
            /** Format: int32 */
            parent_id: number | null;
        };
        MoveTaskRequest: {
            /** Format: int32 */
            position: number;
            status: components["schemas"]["TaskStatus"];
        };
        MoveTeamRequest: {
            /** Format: int32 */
            parent_id: number | null;
        };
        MyPreferences: {
            /** Format: date-time */
            readonly updated_at: string;
            values: {
                [key: string]: unknown;
            };
        };
        MyPreferencesPatch: {
            values: {
                [key: string]: unknown;
            };
        };
        NamedCode: {
            code: string;
            name: string;
        };
        NamedCodeList: {
            data: components["schemas"]["NamedCode"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        NavigationEntry: {
            badge: {
                /** Format: int64 */
                count: number;
                is_exact: boolean;
            } | null;
            children: components["schemas"]["NavigationEntry"][];
            icon: string | null;
            is_hidden: boolean;
            is_pinned: boolean;
            key: string;
            label: string;
            target: string | null;
            /** @enum {string|null} */
            target_kind: "resource" | "route" | "url" | null;
        };
        NavigationEntryList: {
            data: components["schemas"]["NavigationEntry"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        NavigationItem: {
            badge_query: {
                filter: {
                    [key: string]: string | number | boolean;
                };
                resource: string;
            } | null;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            icon: string | null;
            /** Format: int32 */
            readonly id: number;
            is_hidden: boolean;
            key: string;
            label: string;
            /** Format: int32 */
            readonly org_id: number;
            parent_key: string | null;
            /** Format: int32 */
            position: number | null;
            required_feature: string | null;
            required_permission: string | null;
            target: string | null;
            /** @enum {string|null} */
            target_kind: "resource" | "route" | "url" | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        NavigationItemCreate: {
            badge_query?: {
                filter: {
                    [key: string]: string | number | boolean;
                };
                resource: string;
            } | null;
            icon?: string | null;
            is_hidden?: boolean;
            key: string;
            label: string;
            parent_key?: string | null;
            /** Format: int32 */
            position?: number | null;
            required_feature?: string | null;
            required_permission?: string | null;
            target?: string | null;
            /** @enum {string|null} */
            target_kind?: "resource" | "route" | "url" | null;
        };
        NavigationItemList: {
            data: components["schemas"]["NavigationItem"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        NavigationItemPatch: {
            badge_query?: {
                filter: {
                    [key: string]: string | number | boolean;
                };
                resource: string;
            } | null;
            icon?: string | null;
            is_hidden?: boolean;
            label?: string;
            parent_key?: string | null;
            /** Format: int32 */
            position?: number | null;
            required_feature?: string | null;
            required_permission?: string | null;
            target?: string | null;
            /** @enum {string|null} */
            target_kind?: "resource" | "route" | "url" | null;
        };
        NavigationItemPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "navigation_item";
            /** @enum {string} */
            event_type: "navigation_item.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "navigation_item";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "navigation_item.post_archive";
        };
        NavigationItemPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "navigation_item";
            /** @enum {string} */
            event_type: "navigation_item.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "navigation_item";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "navigation_item.post_create";
        };
        NavigationItemPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "navigation_item";
            /** @enum {string} */
            event_type: "navigation_item.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "navigation_item";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "navigation_item.post_restore";
        };
        NavigationItemPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "navigation_item";
            /** @enum {string} */
            event_type: "navigation_item.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "navigation_item";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "navigation_item.post_update";
        };
        NavigationMe: {
            hidden: string[];
            order: string[];
            pinned: string[];
        };
        NavigationMePatch: {
            hidden?: string[];
            order?: string[];
            pinned?: string[];
        };
        Organization: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly closing_at: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            currency: string;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            legal_name: string | null;
            locale: string;
            /** Format: int32 */
            logo_file_id: number | null;
            name: string;
            readonly plan_code: string;
            primary_domain: string | null;
            registration_no: string | null;
            slug: string;
            /** @enum {string} */
            readonly status: "unverified" | "active" | "suspended" | "closing" | "closed";
            time_zone: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            /** Format: date-time */
            readonly verified_at: string | null;
        };
        OrganizationAddress: {
            can?: components["schemas"]["RecordRights"];
            city: string;
            country: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            is_primary: boolean;
            /** @enum {string} */
            kind: "headquarters" | "billing" | "shipping" | "branch";
            line1: string;
            line2: string | null;
            /** Format: int32 */
            readonly org_id: number;
            postal_code: string | null;
            region: string | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        OrganizationAddressCreate: {
            city: string;
            country: string;
            is_primary?: boolean;
            /** @enum {string} */
            kind: "headquarters" | "billing" | "shipping" | "branch";
            line1: string;
            line2?: string | null;
            postal_code?: string | null;
            region?: string | null;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        OrganizationAddressPatch: {
            city?: string;
            country?: string;
            is_primary?: boolean;
            /** @enum {string} */
            kind?: "headquarters" | "billing" | "shipping" | "branch";
            line1?: string;
            line2?: string | null;
            postal_code?: string | null;
            region?: string | null;
        };
        OrganizationAddressRestoredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.address.restored";
            payload: {
                /** @enum {string} */
                action?: "address.restored";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.address.restored";
        };
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
        OrganizationContact: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            email: string | null;
            /** Format: int32 */
            readonly id: number;
            is_public: boolean;
            /** @enum {string} */
            kind: "general" | "support" | "billing" | "hr" | "press" | "emergency";
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            phone: string | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        OrganizationContactCreate: {
            /** Format: email */
            email?: string | null;
            is_public?: boolean;
            /** @enum {string} */
            kind: "general" | "support" | "billing" | "hr" | "press" | "emergency";
            name: string;
            phone?: string | null;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        OrganizationContactPatch: {
            /** Format: email */
            email?: string | null;
            is_public?: boolean;
            /** @enum {string} */
            kind?: "general" | "support" | "billing" | "hr" | "press" | "emergency";
            name?: string;
            phone?: string | null;
        };
        OrganizationContactRestoredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.contact.restored";
            payload: {
                /** @enum {string} */
                action?: "contact.restored";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.contact.restored";
        };
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
        OrganizationPatch: {
            currency?: string;
            legal_name?: string | null;
            locale?: string;
            /** Format: int32 */
            logo_file_id?: number | null;
            name?: string;
            primary_domain?: string | null;
            registration_no?: string | null;
            slug?: string;
            time_zone?: string;
        };
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
        OrganizationResumedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.resumed";
            payload: {
                /** @enum {string} */
                action?: "resumed";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.resumed";
        };
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
        OrganizationSettings: {
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
                notifications?: {
                    announcements: boolean;
                    api_key_expiry: boolean;
                    initiative_updates: boolean;
                    task_reminders: boolean;
                    webhook_failures: boolean;
                };
                privacy?: {
                    /** Format: int32 */
                    audit_retention_days: number;
                    show_sign_in_times: boolean;
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
        OrganizationSettingsPatch: {
            branding?: {
                accent_color?: string | null;
            };
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
            notifications?: {
                announcements?: boolean | null;
                api_key_expiry?: boolean | null;
                initiative_updates?: boolean | null;
                task_reminders?: boolean | null;
                webhook_failures?: boolean | null;
            };
            privacy?: {
                /** Format: int32 */
                audit_retention_days?: number | null;
                show_sign_in_times?: boolean | null;
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
        OrganizationSocialLink: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            readonly org_id: number;
            platform: string;
            /** Format: int32 */
            position: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            /** Format: uri */
            url: string;
        };
        OrganizationSocialLinkCreate: {
            platform: string;
            /** Format: int32 */
            position?: number;
            /** Format: uri */
            url: string;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        OrganizationSocialLinkPatch: {
            platform?: string;
            /** Format: int32 */
            position?: number;
            /** Format: uri */
            url?: string;
        };
        OrganizationSocialLinkRestoredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.social_link.restored";
            payload: {
                /** @enum {string} */
                action?: "social_link.restored";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.social_link.restored";
        };
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
        OrganizationSuspendedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "organization";
            /** @enum {string} */
            event_type: "organization.suspended";
            payload: {
                /** @enum {string} */
                action?: "suspended";
                /** @enum {string} */
                record_type?: "organization";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "organization.suspended";
        };
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
        OrgChartNode: {
            children: components["schemas"]["OrgChartNode"][];
            /** Format: int32 */
            employee_id: number;
            name: string;
            position: string | null;
            /** Format: int64 */
            reports_count: number;
        };
        PartMetadata: {
            actions: components["schemas"]["ActionList"];
            fields: components["schemas"]["FieldList"];
            key: string | null;
            name: string;
            path: string;
            secret_fields: components["schemas"]["CreationSecrets"];
            singleton: boolean;
            when: components["schemas"]["StandardStates"];
        };
        Permission: {
            permission: string;
            resource: string;
            right: string;
            scopes: ("own" | "reports" | "team" | "org")[];
        };
        PermissionExplanation: {
            allowed: boolean;
            missing?: string;
            via: {
                /** Format: int32 */
                grant_id: number;
                reaches_record?: boolean;
                role_code: string;
                /** Format: int32 */
                role_id: number;
                /** @enum {string} */
                scope: "role" | "team" | "own";
                scopes: ("own" | "reports" | "team" | "org")[];
                /** @enum {string} */
                source: "manual" | "hierarchy" | "default" | "pack";
                /** Format: int32 */
                team_id: number | null;
            }[];
        };
        PermissionList: {
            data: components["schemas"]["Permission"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        PermissionMetadata: {
            permission: string;
            resource: string;
            right: string;
            scopes: string[];
        };
        PermissionMetadataList: {
            data: components["schemas"]["PermissionMetadata"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        PermittedStates: {
            [key: string]: unknown[];
        }[];
        Place: {
            address: {
                city?: string | null;
                country?: string | null;
                line1: string;
                line2?: string | null;
                postal_code?: string | null;
                region?: string | null;
            } | null;
            can?: components["schemas"]["RecordRights"];
            /** Format: int32 */
            capacity: number | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly effective_holiday_calendar_id: number | null;
            readonly effective_time_zone: string | null;
            /** Format: int32 */
            holiday_calendar_id: number | null;
            /** Format: int32 */
            readonly id: number;
            is_bookable: boolean;
            /** @enum {string} */
            kind: "country" | "region" | "city" | "office" | "floor" | "room" | "desk" | "remote";
            lat: number | null;
            lng: number | null;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            parent_id: number | null;
            time_zone: string | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        PlaceBooking: {
            /** Format: int32 */
            booked_by: number;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: date-time */
            ends_at: string;
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            readonly place_id: number;
            /** Format: date-time */
            starts_at: string;
            title: string | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        PlaceBookingCreate: {
            /** Format: int32 */
            booked_by?: number;
            /** Format: date-time */
            ends_at: string;
            /** Format: date-time */
            starts_at: string;
            title?: string | null;
        };
        PlaceBookingList: {
            data: components["schemas"]["PlaceBooking"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        PlaceBookingPatch: {
            /** Format: int32 */
            booked_by?: number;
            /** Format: date-time */
            ends_at?: string;
            /** Format: date-time */
            starts_at?: string;
            title?: string | null;
        };
        PlaceBookingPostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "place_booking";
            /** @enum {string} */
            event_type: "place_booking.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "place_booking";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "place_booking.post_archive";
        };
        PlaceBookingPostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "place_booking";
            /** @enum {string} */
            event_type: "place_booking.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "place_booking";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "place_booking.post_create";
        };
        PlaceBookingPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "place_booking";
            /** @enum {string} */
            event_type: "place_booking.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "place_booking";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "place_booking.post_restore";
        };
        PlaceBookingPostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "place_booking";
            /** @enum {string} */
            event_type: "place_booking.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "place_booking";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "place_booking.post_update";
        };
        PlaceCreate: {
            address?: {
                city?: string | null;
                country?: string | null;
                line1: string;
                line2?: string | null;
                postal_code?: string | null;
                region?: string | null;
            } | null;
            /** Format: int32 */
            capacity?: number | null;
            /** Format: int32 */
            holiday_calendar_id?: number | null;
            is_bookable?: boolean;
            /** @enum {string} */
            kind: "country" | "region" | "city" | "office" | "floor" | "room" | "desk" | "remote";
            lat?: number | null;
            lng?: number | null;
            name: string;
            /** Format: int32 */
            parent_id?: number | null;
            time_zone?: string | null;
        };
        PlaceList: {
            data: components["schemas"]["Place"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        PlaceNode: {
            /** Format: int32 */
            capacity: number | null;
            children: components["schemas"]["PlaceNode"][];
            has_children?: boolean;
            /** Format: int32 */
            holiday_calendar_id: number | null;
            /** Format: int32 */
            id: number;
            is_bookable: boolean;
            /** @enum {string} */
            kind: "country" | "region" | "city" | "office" | "floor" | "room" | "desk" | "remote";
            name: string;
            /** Format: int32 */
            parent_id: number | null;
            time_zone: string | null;
        };
        PlaceOccupancy: {
            /** Format: int64 */
            capacity: number | null;
            /** Format: date */
            date: string | null;
            /** Format: int64 */
            free: number | null;
            /** Format: int64 */
            people: number;
            people_is_exact: boolean;
            /** Format: int32 */
            place_id: number;
        };
        PlacePatch: {
            address?: {
                city?: string | null;
                country?: string | null;
                line1: string;
                line2?: string | null;
                postal_code?: string | null;
                region?: string | null;
            } | null;
            /** Format: int32 */
            capacity?: number | null;
            /** Format: int32 */
            holiday_calendar_id?: number | null;
            is_bookable?: boolean;
            /** @enum {string} */
            kind?: "country" | "region" | "city" | "office" | "floor" | "room" | "desk" | "remote";
            lat?: number | null;
            lng?: number | null;
            name?: string;
            /** Format: int32 */
            parent_id?: number | null;
            time_zone?: string | null;
        };
        PlacePostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "place";
            /** @enum {string} */
            event_type: "place.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "place";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "place.post_archive";
        };
        PlacePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "place";
            /** @enum {string} */
            event_type: "place.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "place";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "place.post_create";
        };
        PlacePostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "place";
            /** @enum {string} */
            event_type: "place.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "place";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "place.post_restore";
        };
        PlacePostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "place";
            /** @enum {string} */
            event_type: "place.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "place";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "place.post_update";
        };
        PlaceTree: {
            data: components["schemas"]["PlaceNode"][];
            /** Format: int64 */
            total: number;
        };
        PlatformMetadata: {
            events: components["schemas"]["EventTypeName"][];
            limits: components["schemas"]["ServiceLimits"];
            operators: components["schemas"]["ConditionOperator"][];
            permissions: components["schemas"]["PermissionMetadata"][];
            resources: components["schemas"]["ResourceMetadata"][];
            settings: components["schemas"]["SettingMetadata"][];
            version: string;
        };
        PlatformResourceSchema: {
            [key: string]: unknown;
        };
        Position: {
            can?: components["schemas"]["RecordRights"];
            code: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: int32 */
            default_role_id: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            description: string;
            family: string | null;
            /** Format: int64 */
            readonly filled: number;
            /** Format: int32 */
            headcount: number;
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            level: number | null;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            place_id: number | null;
            /** @enum {string} */
            status: "draft" | "open" | "frozen" | "closed";
            /** Format: int32 */
            team_id: number | null;
            title: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            /** Format: int64 */
            readonly vacant: number;
        };
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
        PositionCreate: {
            code: string;
            /** Format: int32 */
            default_role_id?: number | null;
            description?: string;
            family?: string | null;
            /** Format: int32 */
            headcount?: number;
            /** Format: int32 */
            level?: number | null;
            /** Format: int32 */
            place_id?: number | null;
            /** @enum {string} */
            status?: "draft" | "open";
            /** Format: int32 */
            team_id?: number | null;
            title: string;
        };
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
        PositionHolder: {
            /** Format: int32 */
            employee_id: number;
            employee_number: string;
            first_name: string;
            last_name: string;
            /** Format: date */
            since: string;
        };
        PositionHolderList: {
            data: components["schemas"]["PositionHolder"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        PositionList: {
            data: components["schemas"]["Position"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        PositionPatch: {
            code?: string;
            /** Format: int32 */
            default_role_id?: number | null;
            description?: string;
            family?: string | null;
            /** Format: int32 */
            headcount?: number;
            /** Format: int32 */
            level?: number | null;
            /** Format: int32 */
            place_id?: number | null;
            /** Format: int32 */
            team_id?: number | null;
            title?: string;
        };
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
        PreviewAudiencesRequest: {
            audience: {
                [key: string]: unknown;
            } | null;
        };
        PreviewPromptTemplateRequest: {
            /** Format: int32 */
            record_id: number;
        };
        PreviewPromptTemplateResponse: {
            cost: string | null;
            error: string | null;
            input: {
                [key: string]: unknown;
            } | null;
            /** Format: int64 */
            input_tokens: number | null;
            is_shortened: boolean;
            /** Format: int64 */
            latency_ms: number | null;
            model: string | null;
            output: {
                [key: string]: unknown;
            } | null;
            /** Format: int64 */
            output_tokens: number | null;
            provider: string | null;
            /** @enum {string} */
            status: "pending" | "running" | "succeeded" | "failed" | "refused" | "skipped";
        };
        PromptRun: {
            /** Format: date-time */
            applied_at: string | null;
            /** Format: int32 */
            applied_by: number | null;
            applied_fields: string[];
            /** Format: int64 */
            attempts: number;
            cost: string | null;
            /** Format: date-time */
            created_at: string;
            error: string | null;
            /** Format: int64 */
            event_id: number | null;
            /** Format: date-time */
            finished_at: string | null;
            hook: string;
            /** Format: int32 */
            id: number;
            input: {
                [key: string]: unknown;
            } | null;
            /** Format: int64 */
            input_tokens: number | null;
            is_shortened: boolean;
            /** Format: int64 */
            latency_ms: number | null;
            model: string | null;
            /** Format: int32 */
            org_id: number;
            output: {
                [key: string]: unknown;
            } | null;
            /** Format: int64 */
            output_tokens: number | null;
            provider: string | null;
            /** Format: int32 */
            record_id: number | null;
            record_type: string;
            /** Format: date-time */
            record_version: string | null;
            /** @enum {string} */
            status: "pending" | "running" | "succeeded" | "failed" | "refused" | "skipped";
            template_code: string;
            /** Format: int32 */
            template_id: number;
            /** Format: int64 */
            template_version: number;
            /** Format: date-time */
            updated_at: string;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        PromptTemplate: {
            can?: components["schemas"]["RecordRights"];
            code: string;
            condition: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** @enum {string} */
            hook: "task.post_create" | "task.post_update" | "task.pre_create" | "task.pre_update" | "task.pre_archive";
            /** Format: int32 */
            readonly id: number;
            readonly is_builtin: boolean;
            is_enabled: boolean;
            name: string;
            readonly needs_model: boolean;
            /** @enum {string} */
            on_error: "continue" | "reject";
            /** Format: int32 */
            readonly org_id: number;
            output_schema: {
                [key: string]: unknown;
            };
            settings: {
                /** Format: int32 */
                max_output_tokens?: number;
                model?: string;
                output?: {
                    [key: string]: unknown;
                };
                provider?: string;
                temperature?: number;
            };
            system_text: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            user_text: string;
            /** Format: int64 */
            readonly version: number;
        };
        PromptTemplateCreate: {
            code: string;
            condition?: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            hook: "task.post_create" | "task.post_update" | "task.pre_create" | "task.pre_update" | "task.pre_archive";
            is_enabled?: boolean;
            name: string;
            /** @enum {string} */
            on_error?: "continue" | "reject";
            output_schema: {
                /** @enum {string} */
                type: "object";
            } & {
                [key: string]: unknown;
            };
            settings?: {
                /** Format: int32 */
                max_output_tokens?: number;
                model?: string;
                output?: {
                    [key: string]: unknown;
                };
                provider?: string;
                temperature?: number;
            };
            system_text: string;
            user_text: string;
        };
        PromptTemplateList: {
            data: components["schemas"]["PromptTemplate"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        PromptTemplatePatch: {
            condition?: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            hook?: "task.post_create" | "task.post_update" | "task.pre_create" | "task.pre_update" | "task.pre_archive";
            is_enabled?: boolean;
            name?: string;
            /** @enum {string} */
            on_error?: "continue" | "reject";
            output_schema?: {
                /** @enum {string} */
                type: "object";
            } & {
                [key: string]: unknown;
            };
            settings?: {
                /** Format: int32 */
                max_output_tokens?: number;
                model?: string;
                output?: {
                    [key: string]: unknown;
                };
                provider?: string;
                temperature?: number;
            };
            system_text?: string;
            user_text?: string;
        };
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
        PromptTemplateVersion: {
            /** Format: date-time */
            changed_at: string;
            /** Format: int32 */
            changed_by: number | null;
            snapshot: {
                [key: string]: unknown;
            };
            /** Format: int64 */
            version: number;
        };
        PromptTemplateVersionList: {
            data: components["schemas"]["PromptTemplateVersion"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        PublishAnnouncementRequest: {
            /** Format: date-time */
            publish_at?: string;
        };
        QueuedExport: {
            /** Format: int32 */
            id: number;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "expired";
        };
        QueuedImport: {
            /** Format: int32 */
            id: number;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "expired";
        };
        QueuedLabelMove: {
            /** Format: int32 */
            id: number;
            /** @enum {string} */
            status: "queued";
        };
        Received: {
            /** @enum {boolean} */
            received: true;
        };
        RecordIds: string;
        RecordLabel: {
            avatar_url: string | null;
            hint: string | null;
            /** Format: int32 */
            id: number;
            name: string | null;
        };
        RecordLabels: {
            announcement?: components["schemas"]["RecordLabel"][];
            api_key?: components["schemas"]["RecordLabel"][];
            category?: components["schemas"]["RecordLabel"][];
            core_value?: components["schemas"]["RecordLabel"][];
            employee?: components["schemas"]["RecordLabel"][];
            enum?: components["schemas"]["RecordLabel"][];
            holiday?: components["schemas"]["RecordLabel"][];
            holiday_calendar?: components["schemas"]["RecordLabel"][];
            initiative?: components["schemas"]["RecordLabel"][];
            navigation_item?: components["schemas"]["RecordLabel"][];
            place?: components["schemas"]["RecordLabel"][];
            place_booking?: components["schemas"]["RecordLabel"][];
            position?: components["schemas"]["RecordLabel"][];
            prompt_template?: components["schemas"]["RecordLabel"][];
            role?: components["schemas"]["RecordLabel"][];
            task?: components["schemas"]["RecordLabel"][];
            task_label?: components["schemas"]["RecordLabel"][];
            task_view?: components["schemas"]["RecordLabel"][];
            team?: components["schemas"]["RecordLabel"][];
            user?: components["schemas"]["RecordLabel"][];
            webhook_endpoint?: components["schemas"]["RecordLabel"][];
            work_schedule?: components["schemas"]["RecordLabel"][];
        };
        RecordRights: ("create" | "update" | "archive" | "export" | "approve" | "assign" | "publish" | "run" | "manage")[];
        RecoveryCodes: {
            recovery_codes?: string[];
        };
        RefreshSessionOfCookieRequest: {
            /** Format: int32 */
            org_id: number;
        };
        RefreshSessionRequest: {
            refresh_token: string;
        };
        RehireEmployeeRequest: {
            /** @enum {string} */
            employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
            fte?: string;
            /** Format: date */
            hire_date: string;
            /** Format: int32 */
            holiday_calendar_id?: number | null;
            /** Format: int32 */
            manager_id?: number | null;
            note?: string | null;
            /** Format: int32 */
            place_id?: number | null;
            /** Format: int32 */
            position_id?: number | null;
            reason_code?: string | null;
            /** Format: int32 */
            team_id?: number | null;
            /** Format: int32 */
            work_schedule_id?: number | null;
        };
        RehireEmployeeResponse: {
            change: components["schemas"]["EmployeeChange"];
            employee: components["schemas"]["Employee"];
            warnings?: string[];
        };
        RenameTaskLabelRequest: {
            name: string;
        };
        ReorderCategoriesRequest: {
            /** @enum {string} */
            applies_to: "workflow" | "survey" | "initiative" | "lead" | "pack" | "content_page" | "kudos";
            ids: number[];
            /** Format: int32 */
            parent_id: number | null;
        };
        ReorderCoreValuesRequest: {
            ids: number[];
        };
        ReorderEnumValuesRequest: {
            ids: number[];
        };
        ReplaceEnumValueRequest: {
            with_code: string;
        };
        ReplaceEnumValueResponse: {
            /** Format: int32 */
            id: number;
            /** @enum {string} */
            status: "queued";
            with_code: string;
        };
        ReplaceRolePermissionsRequest: {
            permissions: {
                permission: string;
                scopes: ("own" | "reports" | "team" | "org")[];
            }[];
        };
        ReplayWebhookRequest: {
            event_types?: string[];
            /** Format: date-time */
            from: string;
            only_failed?: boolean;
            /** Format: date-time */
            to?: string;
        };
        RequestEmailChangeRequest: {
            /** Format: email */
            email: string;
            password: string;
        };
        RequestEmailChangeResponse: {
            email: string;
            /** Format: date-time */
            expires_at: string;
        };
        RequestPasswordResetRequest: {
            /** Format: email */
            email: string;
            org_slug: string;
        };
        ResendSignupVerificationRequest: {
            /** Format: email */
            email: string;
            org_slug: string;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        ResourceMetadata: {
            actions: components["schemas"]["ActionList"];
            code: string;
            events: string[];
            fields: components["schemas"]["FieldList"];
            has_names: boolean;
            hooks: string[];
            key: string | null;
            label: string;
            ordered: string[] | null;
            parts: components["schemas"]["PartMetadata"][];
            path: string | null;
            rights: string[];
            scopes: string[];
            secret_fields: components["schemas"]["CreationSecrets"];
            singleton: boolean;
            tree: {
                /** Format: int64 */
                max_depth: number;
                within: string[];
            } | null;
            when: components["schemas"]["StandardStates"];
        };
        ResourceMetadataList: {
            data: components["schemas"]["ResourceMetadata"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        RestoreEmployeeRequest: {
            /** Format: int32 */
            holiday_calendar_id?: number | null;
            /** Format: int32 */
            manager_id?: number | null;
            /** Format: int32 */
            place_id?: number | null;
            /** Format: int32 */
            position_id?: number | null;
            /** Format: int32 */
            team_id?: number | null;
            /** Format: int32 */
            work_schedule_id?: number | null;
        };
        RestoreFileResponse: {
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            /** Format: date-time */
            deleted_at: string | null;
            /** Format: int32 */
            id: number;
            mime: string;
            name: string;
            /** Format: int32 */
            org_id: number;
            sha256: string | null;
            /** Format: int64 */
            size: number;
            /** @enum {string} */
            status: "pending" | "stored" | "refused";
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
        };
        RetryFailedWebhookDeliveriesRequest: {
            event_types?: string[];
            /** Format: date-time */
            since: string;
        };
        RetryFailedWebhookDeliveriesResponse: {
            /** Format: int64 */
            queued: number;
            /** Format: int64 */
            remaining: number;
        };
        RevokeUserSessionsResponse: {
            /** Format: int64 */
            ended: number;
        };
        Right: {
            /** @enum {string} */
            code: "read" | "create" | "update" | "archive" | "export" | "approve" | "assign" | "publish" | "run" | "manage";
            description: string;
        };
        RightList: {
            data: components["schemas"]["Right"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        Role: {
            can?: components["schemas"]["RecordRights"];
            code: string;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            description: string;
            /** Format: int32 */
            readonly id: number;
            readonly is_builtin: boolean;
            is_default: boolean;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            permissions: {
                permission: string;
                scopes: ("own" | "reports" | "team" | "org")[];
            }[];
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        RoleCreate: {
            code: string;
            description?: string;
            name: string;
            permissions?: {
                permission: string;
                scopes: ("own" | "reports" | "team" | "org")[];
            }[];
        };
        RoleList: {
            data: components["schemas"]["Role"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        RolePatch: {
            description?: string;
            is_default?: boolean;
            name?: string;
        };
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
        RotateApiKeyRequest: {
            /** Format: int32 */
            overlap_hours?: number;
        };
        RotateWebhookSecretRequest: {
            /** Format: int32 */
            keep_old_for_hours?: number;
        };
        ServiceLimits: {
            /** Format: int64 */
            body_bytes: number;
            /** Format: int64 */
            body_keys: number;
            /** Format: int64 */
            body_values: number;
            /** Format: int64 */
            file_bytes: number;
            /** Format: int64 */
            idempotency_hours: number;
            /** Format: int64 */
            page_size: number;
            /** Format: int64 */
            page_size_default: number;
            /** Format: int64 */
            public_body_bytes: number;
            /** Format: int64 */
            requests_per_minute: number;
            /** Format: int64 */
            webhook_attempts: number;
            /** Format: int64 */
            webhook_timeout_ms: number;
        };
        ServiceVersion: {
            version: string;
        };
        Session: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: int32 */
            id: number;
            ip: string | null;
            is_current: boolean;
            /** Format: date-time */
            mfa_at: string | null;
            /** Format: date-time */
            refreshed_at: string | null;
            user_agent: string | null;
        };
        SessionList: {
            data: components["schemas"]["Session"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        SettingMetadata: {
            default: unknown;
            description: string;
            key: string;
            schema: components["schemas"]["PlatformResourceSchema"];
            section: string;
        };
        SettingMetadataList: {
            data: components["schemas"]["SettingMetadata"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        SignedIn: {
            access_token: string;
            /** Format: int64 */
            expires_in: number;
            refresh_token: string;
            user: {
                email: string;
                /** Format: int32 */
                id: number;
                /** Format: int32 */
                org_id: number;
                org_name: string;
            };
        };
        SignInResponse: components["schemas"]["SignedIn"] | components["schemas"]["MfaRequired"];
        SignUpRequest: {
            /** Format: email */
            email: string;
            first_name: string;
            last_name: string;
            org_name: string;
            org_slug: string;
            password: string;
        };
        StaleError: {
            details?: {
                fieldErrors: {
                    [key: string]: string[];
                };
                formErrors: string[];
            };
            error: string;
        };
        StandardStates: {
            [key: string]: components["schemas"]["PermittedStates"];
        };
        Start: {
            enums: components["schemas"]["StartEnum"][] | null;
            organization: components["schemas"]["Organization"] | (null);
            permissions: components["schemas"]["Permission"][] | null;
            preferences: components["schemas"]["MyPreferences"] | (null);
            restrictions: components["schemas"]["StartRestriction"][];
            settings: {
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
                notifications?: {
                    announcements: boolean;
                    api_key_expiry: boolean;
                    initiative_updates: boolean;
                    task_reminders: boolean;
                    webhook_failures: boolean;
                };
                privacy?: {
                    /** Format: int32 */
                    audit_retention_days: number;
                    show_sign_in_times: boolean;
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
            } | null;
            user: components["schemas"]["Me"] | (null);
            version: string;
        };
        StartEnum: {
            code: string;
            is_extensible: boolean;
            label: string;
            values: {
                code: string;
                color: string | null;
                icon: string | null;
                is_active: boolean;
                is_default: boolean;
                label: string;
            }[];
        };
        StartRestriction: {
            message: string;
            operation: string | null;
            /** @enum {string} */
            reason: "suspended" | "foreign_network" | "mfa_setup" | "read_only";
            remedy: string;
        };
        StepUpMfaResponse: {
            /** Format: date-time */
            mfa_at: string;
        };
        StreamTicketCreated: {
            /** Format: date-time */
            expires_at: string;
            ticket?: string;
        };
        SuspendUserRequest: {
            reason?: string | null;
        };
        Task: {
            /** Format: int32 */
            assigned_employee_id: number | null;
            /** Format: int32 */
            assigned_team_id: number | null;
            /** Format: int32 */
            assigned_to: number | null;
            can?: components["schemas"]["RecordRights"];
            category_code: components["schemas"]["TaskCategoryCode"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number;
            /** Format: date-time */
            readonly deleted_at: string | null;
            description: string;
            /** Format: date-time */
            due_at: string | null;
            effort: components["schemas"]["TaskEffort"];
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            initiative_id: number | null;
            label: string | null;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            parent_task_id: number | null;
            /** Format: int64 */
            readonly position: number;
            priority: components["schemas"]["TaskPriority"];
            /** @enum {string|null} */
            reminder_offset: "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d" | "2d" | "5d" | "10d" | null;
            status: components["schemas"]["TaskStatus"];
            tags: string[];
            task_type: components["schemas"]["TaskType"];
            title: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number;
        };
        TaskBoard: {
            columns: {
                data: components["schemas"]["Task"][];
                next: string | null;
                status: components["schemas"]["TaskStatus"];
                /** Format: int64 */
                total: number;
                total_is_exact: boolean;
            }[];
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        TaskCategoryCode: string;
        TaskComment: {
            /** Format: int32 */
            readonly author_user_id: number;
            body: string;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            parent_id: number | null;
            /** Format: int32 */
            readonly task_id: number;
            /** Format: date-time */
            readonly updated_at: string;
        };
        TaskCommentCreate: {
            body: string;
            /** Format: int32 */
            parent_id?: number | null;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        TaskCommentPatch: {
            body?: string;
        };
        TaskCommentRestoredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.comment.restored";
            payload: {
                /** @enum {string} */
                action?: "comment.restored";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.comment.restored";
        };
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
        TaskCreate: {
            /** Format: int32 */
            assigned_employee_id?: number | null;
            /** Format: int32 */
            assigned_team_id?: number | null;
            /** Format: int32 */
            assigned_to?: number | null;
            category_code?: components["schemas"]["TaskCategoryCode"];
            description?: string;
            /** Format: date-time */
            due_at?: string | null;
            effort?: components["schemas"]["TaskEffort"];
            /** Format: int32 */
            initiative_id?: number | null;
            label?: string | null;
            /** Format: int32 */
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
        TaskFilter: {
            /** Format: int32 */
            assigned_employee_id?: number;
            /** Format: int32 */
            assigned_team_id?: number;
            /** Format: int32 */
            assigned_to?: number;
            assigned_to_me?: boolean;
            category_code?: components["schemas"]["TaskCategoryCode"];
            /** Format: int32 */
            created_by?: number;
            /** Format: date-time */
            due_after?: string;
            /** Format: date-time */
            due_before?: string;
            effort?: components["schemas"]["TaskEffort"];
            /** Format: int32 */
            initiative_id?: number;
            label?: string;
            overdue?: boolean;
            /** Format: int32 */
            parent_task_id?: number;
            priority?: components["schemas"]["TaskPriority"];
            q?: string;
            status?: components["schemas"]["TaskStatus"];
            tag?: string;
            task_type?: components["schemas"]["TaskType"];
            unassigned?: boolean;
            /** Format: date-time */
            updated_after?: string;
        };
        TaskIds: {
            task_ids: number[];
        };
        TaskLabel: {
            can?: components["schemas"]["RecordRights"];
            color: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            group: string | null;
            /** Format: int32 */
            readonly id: number;
            is_exclusive: boolean;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        TaskLabelCreate: {
            color?: string | null;
            group?: string | null;
            is_exclusive?: boolean;
            name: string;
        };
        TaskLabelList: {
            data: components["schemas"]["TaskLabel"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        TaskLabelPatch: {
            color?: string | null;
            group?: string | null;
            is_exclusive?: boolean;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        TaskPatch: {
            /** Format: int32 */
            assigned_employee_id?: number | null;
            /** Format: int32 */
            assigned_team_id?: number | null;
            /** Format: int32 */
            assigned_to?: number | null;
            category_code?: components["schemas"]["TaskCategoryCode"];
            description?: string;
            /** Format: date-time */
            due_at?: string | null;
            effort?: components["schemas"]["TaskEffort"];
            /** Format: int32 */
            initiative_id?: number | null;
            label?: string | null;
            /** Format: int32 */
            parent_task_id?: number | null;
            priority?: components["schemas"]["TaskPriority"];
            /** @enum {string|null} */
            reminder_offset?: "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d" | "2d" | "5d" | "10d" | null;
            status?: components["schemas"]["TaskStatus"];
            tags?: string[];
            task_type?: components["schemas"]["TaskType"];
            title?: string;
        };
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
        TaskPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.post_restore";
        };
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
        TaskRelation: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** @enum {string} */
            readonly direction: "outgoing" | "incoming";
            /** Format: int32 */
            readonly id: number;
            /** @enum {string} */
            kind: "blocks" | "relates_to" | "duplicates" | "precedes" | "blocked_by" | "duplicated_by" | "preceded_by";
            /** Format: int32 */
            readonly org_id: number;
            readonly other_task: {
                /** Format: int32 */
                id: number;
                status: components["schemas"]["TaskStatus"];
                title: string;
            };
            /** Format: int32 */
            other_task_id: number;
            /** Format: int32 */
            readonly task_id: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
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
        TaskRelationCreate: {
            /** @enum {string} */
            kind: "blocks" | "relates_to" | "duplicates" | "precedes";
            /** Format: int32 */
            other_task_id: number;
        };
        TaskRelationList: {
            data: components["schemas"]["TaskRelation"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
        TaskRelationRestoredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.relation_restored";
            payload: {
                /** @enum {string} */
                action?: "relation_restored";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.relation_restored";
        };
        TaskReminder: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: date-time */
            readonly fired_at: string | null;
            /** Format: int32 */
            readonly id: number;
            /** @enum {string} */
            kind: "offset" | "absolute";
            /** @enum {string|null} */
            offset: "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d" | "2d" | "5d" | "10d" | null;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: date-time */
            remind_at: string | null;
            /** @enum {string} */
            readonly state: "pending" | "fired" | "cancelled" | "missed";
            /** Format: int32 */
            readonly task_id: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            /** Format: int32 */
            readonly user_id: number | null;
        };
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
        TaskReminderCreate: {
            /** @enum {string} */
            kind: "offset" | "absolute";
            offset?: components["schemas"]["TaskReminderOffset"];
            /** Format: date-time */
            remind_at?: string;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        /** @enum {string} */
        TaskReminderOffset: "5m" | "10m" | "15m" | "30m" | "1h" | "2h" | "4h" | "1d" | "2d" | "5d" | "10d";
        TaskReminderPatch: {
            offset?: components["schemas"]["TaskReminderOffset"];
            /** Format: date-time */
            remind_at?: string;
        };
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
        TaskReminderRestoredEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "task";
            /** @enum {string} */
            event_type: "task.reminder_restored";
            payload: {
                /** @enum {string} */
                action?: "reminder_restored";
                /** @enum {string} */
                record_type?: "task";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "task.reminder_restored";
        };
        /** @enum {string} */
        TaskStatus: "todo" | "in_progress" | "reviewing" | "blocked" | "done" | "cancelled";
        /** @enum {string} */
        TaskType: "feature" | "epic" | "story" | "task" | "question";
        TaskView: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            filter: components["schemas"]["TaskFilter"];
            /** @enum {string|null} */
            group_by: "status" | "priority" | "assigned_employee_id" | "assigned_team_id" | "label" | "category_code" | "initiative_id" | "task_type" | null;
            /** Format: int32 */
            readonly id: number;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            /** @enum {string|null} */
            sort: "board" | "due_at" | "-due_at" | "priority" | "-priority" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title" | null;
            /** Format: int32 */
            team_id: number | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
            /** @enum {string} */
            visibility: "private" | "team" | "org";
        };
        TaskViewCreate: {
            filter?: components["schemas"]["TaskFilter"];
            /** @enum {string|null} */
            group_by?: "status" | "priority" | "assigned_employee_id" | "assigned_team_id" | "label" | "category_code" | "initiative_id" | "task_type" | null;
            name: string;
            /** @enum {string|null} */
            sort?: "board" | "due_at" | "-due_at" | "priority" | "-priority" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title" | null;
            /** Format: int32 */
            team_id?: number | null;
            /** @enum {string} */
            visibility?: "private" | "team" | "org";
        };
        TaskViewList: {
            data: components["schemas"]["TaskView"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        TaskViewPatch: {
            filter?: components["schemas"]["TaskFilter"];
            /** @enum {string|null} */
            group_by?: "status" | "priority" | "assigned_employee_id" | "assigned_team_id" | "label" | "category_code" | "initiative_id" | "task_type" | null;
            name?: string;
            /** @enum {string|null} */
            sort?: "board" | "due_at" | "-due_at" | "priority" | "-priority" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "title" | "-title" | null;
            /** Format: int32 */
            team_id?: number | null;
            /** @enum {string} */
            visibility?: "private" | "team" | "org";
        };
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
        Team: {
            can?: components["schemas"]["RecordRights"];
            color: string | null;
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            description: string;
            /** Format: email */
            email: string | null;
            /** Format: int32 */
            readonly id: number;
            /** @enum {string} */
            kind: "department" | "squad" | "committee";
            /** Format: int32 */
            lead_employee_id: number | null;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: int32 */
            parent_id: number | null;
            slug: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        TeamCreate: {
            color?: string | null;
            description?: string;
            /** Format: email */
            email?: string | null;
            /** @enum {string} */
            kind?: "department" | "squad" | "committee";
            /** Format: int32 */
            lead_employee_id?: number | null;
            name: string;
            /** Format: int32 */
            parent_id?: number | null;
            slug?: string;
        };
        TeamList: {
            data: components["schemas"]["Team"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        TeamMember: {
            /** Format: int64 */
            allocation_percent: number | null;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            employee_id: number;
            /** Format: int32 */
            readonly id: number;
            readonly is_home: boolean;
            /** Format: date */
            joined_on: string;
            /** Format: date */
            readonly left_on: string | null;
            /** Format: int32 */
            readonly org_id: number;
            /** @enum {string} */
            role: "member" | "lead" | "deputy";
            /** Format: int32 */
            readonly team_id: number;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
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
        TeamMemberCreate: {
            /** Format: int32 */
            allocation_percent?: number | null;
            /** Format: int32 */
            employee_id: number;
            /** Format: date */
            joined_on?: string;
            /** @enum {string} */
            role?: "member" | "lead" | "deputy";
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        TeamMemberPatch: {
            /** Format: int32 */
            allocation_percent?: number | null;
            /** @enum {string} */
            role?: "member" | "lead" | "deputy";
        };
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
        TeamNode: {
            children: components["schemas"]["TeamNode"][];
            color: string | null;
            has_children?: boolean;
            /** Format: int32 */
            id: number;
            /** @enum {string} */
            kind: "department" | "squad" | "committee";
            /** Format: int32 */
            lead_employee_id: number | null;
            /** Format: int64 */
            members_count: number;
            name: string;
            /** Format: int32 */
            parent_id: number | null;
            slug: string;
        };
        TeamPatch: {
            color?: string | null;
            description?: string;
            /** Format: email */
            email?: string | null;
            /** @enum {string} */
            kind?: "department" | "squad" | "committee";
            /** Format: int32 */
            lead_employee_id?: number | null;
            name?: string;
            /** Format: int32 */
            parent_id?: number | null;
            slug?: string;
        };
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
        TerminateEmployeeRequest: {
            /** Format: date */
            end_date: string;
            note?: string | null;
            reason_code: string;
            /** Format: int32 */
            reassign_reports_to?: number;
            /** Format: int32 */
            reassign_tasks_to?: number;
        };
        TerminateEmployeeResponse: {
            change: components["schemas"]["EmployeeChange"];
            employee: components["schemas"]["Employee"];
            owned: {
                /** Format: int64 */
                more_tasks: number;
                reports: number[];
                tasks: number[];
                teams_led: number[];
            };
        };
        TransferOrganizationOwnershipRequest: {
            password: string;
            /** Format: int32 */
            user_id: number;
        };
        UsedTaskLabel: {
            label: string;
            /** Format: int32 */
            label_id: number | null;
            /** Format: int64 */
            tasks_count: number;
        };
        UsedTaskLabelList: {
            data: components["schemas"]["UsedTaskLabel"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        User: {
            /** Format: int32 */
            avatar_file_id: number | null;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            /** Format: date-time */
            readonly deleted_at: string | null;
            display_name: string | null;
            email: string;
            /** Format: date-time */
            readonly email_verified_at: string | null;
            /** Format: date-time */
            readonly erased_at: string | null;
            first_name: string;
            readonly follow_employee_name: boolean;
            /** Format: int32 */
            readonly id: number;
            is_service: boolean;
            /** Format: date-time */
            readonly last_login_at: string | null;
            last_name: string;
            readonly left_as_employee: boolean | null;
            locale: string;
            /** Format: int32 */
            readonly org_id: number;
            /** @enum {string} */
            readonly status: "invited" | "active" | "suspended" | "deactivated";
            readonly suspension_reason: string | null;
            time_zone: string;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
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
        UserCreate: {
            display_name?: string | null;
            /** Format: email */
            email: string;
            first_name: string;
            is_service?: boolean;
            last_name: string;
            locale?: string;
            password?: string;
            role_ids?: number[];
            time_zone?: string;
        };
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
        UserIdentity: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            deleted_at: string | null;
            external_id: string;
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            last_used_at: string | null;
            /** Format: int32 */
            org_id: number;
            /** @enum {string} */
            provider: "password" | "oidc" | "saml" | "scim";
            provider_key: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            user_id: number;
            /** Format: date-time */
            verified_at: string | null;
        };
        UserIdentityList: {
            data: components["schemas"]["UserIdentity"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        UserNavigationChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.navigation_changed";
            payload: {
                /** @enum {string} */
                action?: "navigation_changed";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.navigation_changed";
        };
        UserPatch: {
            /** Format: int32 */
            avatar_file_id?: number | null;
            display_name?: string | null;
            first_name?: string;
            last_name?: string;
            locale?: string;
            time_zone?: string;
        };
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
        UserPreferencesChangedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.preferences_changed";
            payload: {
                /** @enum {string} */
                action?: "preferences_changed";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.preferences_changed";
        };
        UserProfile: {
            bio: string | null;
            links: {
                label: string;
                url: string;
            }[];
            /** Format: int32 */
            readonly org_id: number;
            phone: string | null;
            pronouns: string | null;
            skills: string[];
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly user_id: number;
        };
        UserProfilePatch: {
            bio?: string | null;
            links?: {
                label: string;
                /** Format: uri */
                url: string;
            }[];
            phone?: string | null;
            pronouns?: string | null;
            skills?: string[];
        };
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
        UserResumedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.resumed";
            payload: {
                /** @enum {string} */
                action?: "resumed";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.resumed";
        };
        UserSuspendedEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "user";
            /** @enum {string} */
            event_type: "user.suspended";
            payload: {
                /** @enum {string} */
                action?: "suspended";
                /** @enum {string} */
                record_type?: "user";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "user.suspended";
        };
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
        ValidationError: {
            details: {
                fieldErrors: {
                    [key: string]: string[];
                };
                formErrors: string[];
            };
            error: string;
        };
        VerifyAuditLogResponse: {
            /** Format: int64 */
            archived_seq: number;
            /** Format: int64 */
            checked: number;
            /** Format: int64 */
            first_broken_seq: number | null;
            head_hash: string | null;
            /** Format: int64 */
            head_seq: number;
            ok: boolean;
            /** @enum {string|null} */
            reason: "entry_changed" | "entry_missing" | "entry_added" | "personal_values_changed" | "personal_values_missing" | "link_missing" | "chain_changed" | "differs_from_announced" | null;
            /** Format: int64 */
            unsealed: number;
        };
        VerifyMfaRequest: {
            code?: string;
            mfa_token: string;
            recovery_code?: string;
        };
        VerifySignupRequest: {
            token: string;
        };
        VerifySignupResponse: {
            /** @enum {boolean} */
            verified: true;
        };
        Webhook: {
            /** Format: date-time */
            readonly authorization_lost_at: string | null;
            /** Format: int32 */
            readonly authorized_by: number | null;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number;
            /** Format: date-time */
            readonly deleted_at: string | null;
            description: string;
            readonly disabled_reason: string | null;
            event_types: string[];
            /** Format: date-time */
            readonly failing_since: string | null;
            headers: {
                [key: string]: string;
            };
            /** Format: int32 */
            readonly id: number;
            is_active: boolean;
            ordered: boolean;
            /** Format: int32 */
            readonly org_id: number;
            /** Format: date-time */
            readonly previous_secret_until: string | null;
            /** Format: int64 */
            rate_limit_per_second: number | null;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number;
            url: string;
        };
        WebhookCreate: {
            description?: string;
            event_types?: string[];
            headers?: {
                [key: string]: string;
            };
            ordered?: boolean;
            /** Format: int32 */
            rate_limit_per_second?: number | null;
            url: string;
        };
        WebhookCreated: {
            /** Format: date-time */
            authorization_lost_at: string | null;
            /** Format: int32 */
            authorized_by: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number;
            /** Format: date-time */
            deleted_at: string | null;
            description: string;
            disabled_reason: string | null;
            event_types: string[];
            /** Format: date-time */
            failing_since: string | null;
            headers: {
                [key: string]: string;
            };
            /** Format: int32 */
            id: number;
            is_active: boolean;
            ordered: boolean;
            /** Format: int32 */
            org_id: number;
            /** Format: date-time */
            previous_secret_until: string | null;
            /** Format: int64 */
            rate_limit_per_second: number | null;
            secret?: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number;
            url: string;
        };
        WebhookDelivery: {
            /** Format: int64 */
            attempt: number;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            duration_ms: number | null;
            error: string | null;
            /** Format: int64 */
            event_id: number;
            event_type: string;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: int64 */
            id: number;
            is_manual: boolean;
            is_replay: boolean;
            /** Format: int32 */
            replay_id: number | null;
            response_body: string | null;
            response_headers: {
                [key: string]: string;
            } | null;
            /** Format: int64 */
            response_status: number | null;
            /** Format: date-time */
            scheduled_at: string;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "pending" | "delivering" | "succeeded" | "failed" | "cancelled";
            /** Format: int32 */
            webhook_id: number;
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        WebhookDetail: {
            /** Format: date-time */
            authorization_lost_at: string | null;
            /** Format: int32 */
            authorized_by: number | null;
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number;
            /** Format: date-time */
            deleted_at: string | null;
            description: string;
            disabled_reason: string | null;
            event_types: string[];
            /** Format: date-time */
            failing_since: string | null;
            headers: {
                [key: string]: string;
            };
            /** Format: int32 */
            id: number;
            is_active: boolean;
            ordered: boolean;
            /** Format: int32 */
            org_id: number;
            /** Format: date-time */
            previous_secret_until: string | null;
            /** Format: int64 */
            rate_limit_per_second: number | null;
            recent_deliveries: components["schemas"]["WebhookDelivery"][];
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number;
            url: string;
        };
        WebhookEndpointAuthorizationLostEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.authorization_lost";
            payload: {
                /** @enum {string} */
                action?: "authorization_lost";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.authorization_lost";
        };
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
        WebhookEndpointPostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "webhook_endpoint";
            /** @enum {string} */
            event_type: "webhook_endpoint.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "webhook_endpoint";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "webhook_endpoint.post_restore";
        };
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
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        WebhookPatch: {
            description?: string;
            event_types?: string[];
            headers?: {
                [key: string]: string;
            };
            is_active?: boolean;
            ordered?: boolean;
            /** Format: int32 */
            rate_limit_per_second?: number | null;
            url?: string;
        };
        WebhookReplay: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            created_at: string;
            /** Format: int32 */
            created_by: number | null;
            event_types: string[];
            /** Format: date-time */
            finished_at: string | null;
            /** Format: date-time */
            from: string;
            /** Format: int32 */
            id: number;
            only_failed: boolean;
            /** Format: int32 */
            org_id: number;
            /** Format: int64 */
            queued: number;
            /** Format: date-time */
            reached_at: string | null;
            /** @enum {string} */
            status: "running" | "done" | "cancelled";
            /** Format: date-time */
            to: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: int32 */
            updated_by: number | null;
            /** Format: int32 */
            webhook_id: number;
        };
        WebhookReplayList: {
            data: components["schemas"]["WebhookReplay"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        WebhookStatistics: {
            /** Format: int64 */
            deliveries: number;
            /** Format: int64 */
            failed: number;
            last_failure: {
                /** Format: int64 */
                delivery_id: number;
                error: string | null;
                /** Format: int64 */
                event_id: number;
                event_type: string;
                /** Format: date-time */
                finished_at: string;
                /** Format: int64 */
                response_status: number | null;
            } | null;
            /** Format: date-time */
            last_success_at: string | null;
            /** Format: date-time */
            next_due_at: string | null;
            /** Format: int64 */
            p50_ms: number | null;
            /** Format: int64 */
            p95_ms: number | null;
            /** Format: date-time */
            since: string;
            /** Format: int64 */
            succeeded: number;
            success_rate: number | null;
            /** Format: int64 */
            waiting: number;
        };
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
        WorkSchedule: {
            can?: components["schemas"]["RecordRights"];
            /** Format: date-time */
            readonly created_at: string;
            /** Format: int32 */
            readonly created_by: number | null;
            days: {
                /** Format: int64 */
                am_minutes: number;
                /** Format: int64 */
                minutes: number;
                /** Format: int64 */
                pm_minutes: number;
            }[];
            /** Format: date-time */
            readonly deleted_at: string | null;
            /** Format: int32 */
            readonly id: number;
            name: string;
            /** Format: int32 */
            readonly org_id: number;
            scales_with_fte: boolean;
            /** Format: date-time */
            readonly updated_at: string;
            /** Format: int32 */
            readonly updated_by: number | null;
        };
        WorkScheduleCreate: {
            days: {
                /** Format: int32 */
                am_minutes: number;
                /** Format: int32 */
                minutes: number;
                /** Format: int32 */
                pm_minutes: number;
            }[];
            name: string;
            scales_with_fte?: boolean;
        };
        WorkScheduleList: {
            data: components["schemas"]["WorkSchedule"][];
            next: string | null;
            /** Format: int64 */
            total: number;
            total_is_exact: boolean;
        };
        WorkSchedulePatch: {
            days?: {
                /** Format: int32 */
                am_minutes: number;
                /** Format: int32 */
                minutes: number;
                /** Format: int32 */
                pm_minutes: number;
            }[];
            name?: string;
            scales_with_fte?: boolean;
        };
        WorkSchedulePostArchiveEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "work_schedule";
            /** @enum {string} */
            event_type: "work_schedule.post_archive";
            payload: {
                /** @enum {string} */
                action?: "post_archive";
                /** @enum {string} */
                record_type?: "work_schedule";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "work_schedule.post_archive";
        };
        WorkSchedulePostCreateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "work_schedule";
            /** @enum {string} */
            event_type: "work_schedule.post_create";
            payload: {
                /** @enum {string} */
                action?: "post_create";
                /** @enum {string} */
                record_type?: "work_schedule";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "work_schedule.post_create";
        };
        WorkSchedulePostRestoreEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "work_schedule";
            /** @enum {string} */
            event_type: "work_schedule.post_restore";
            payload: {
                /** @enum {string} */
                action?: "post_restore";
                /** @enum {string} */
                record_type?: "work_schedule";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "work_schedule.post_restore";
        };
        WorkSchedulePostUpdateEvent: components["schemas"]["Event"] & {
            /** @enum {string} */
            aggregate_type: "work_schedule";
            /** @enum {string} */
            event_type: "work_schedule.post_update";
            payload: {
                /** @enum {string} */
                action?: "post_update";
                /** @enum {string} */
                record_type?: "work_schedule";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event_type: "work_schedule.post_update";
        };
    };
    responses: {
        NoContent: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    listAnnouncements: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                expires_at?: string;
                expires_at_from?: string;
                expires_at_is_null?: boolean;
                expires_at_to?: string;
                for_me?: boolean;
                ids?: string;
                include?: "can";
                is_pinned?: boolean;
                limit?: number;
                offset?: number;
                published_at?: string;
                published_at_from?: string;
                published_at_is_null?: boolean;
                published_at_to?: string;
                q?: string;
                requires_ack?: boolean;
                sort?: string;
                status?: string;
                total?: "exact";
                unacknowledged?: boolean;
                unread?: boolean;
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementList"];
                };
            };
        };
    };
    createAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnouncementCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAnnouncement"];
                };
            };
        };
    };
    listAnnouncementComments: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                announcementId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementCommentList"];
                };
            };
        };
    };
    createAnnouncementComment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                announcementId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnouncementCommentCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementComment"];
                };
            };
        };
    };
    getAnnouncementComment: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                announcementId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementComment"];
                };
            };
        };
    };
    deleteAnnouncementComment: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                announcementId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateAnnouncementComment: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                announcementId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnouncementCommentPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementComment"];
                };
            };
        };
    };
    restoreAnnouncementComment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                announcementId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementComment"];
                };
            };
        };
    };
    getAnnouncement: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Announcement"];
                };
            };
        };
    };
    deleteAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnouncementPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAnnouncement"];
                };
            };
        };
    };
    acknowledgeAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcknowledgeAnnouncementRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementReceipt"];
                };
            };
        };
    };
    getAnnouncementProgress: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementProgress"];
                };
            };
        };
    };
    publishAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishAnnouncementRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAnnouncement"];
                };
            };
        };
    };
    readAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementReceipt"];
                };
            };
        };
    };
    listAnnouncementReceipts: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                state?: "unread" | "read" | "unacknowledged" | "acknowledged";
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnouncementReaderList"];
                };
            };
        };
    };
    restoreAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Announcement"];
                };
            };
        };
    };
    unpublishAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Announcement"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                after?: string;
                created_by?: number;
                created_from?: string;
                created_to?: string;
                expires_at?: string;
                expires_at_from?: string;
                expires_at_is_null?: boolean;
                expires_at_to?: string;
                ids?: string;
                include?: "can";
                last_used_at?: string;
                last_used_at_from?: string;
                last_used_at_is_null?: boolean;
                last_used_at_to?: string;
                limit?: number;
                offset?: number;
                q?: string;
                revoked_at?: string;
                revoked_at_from?: string;
                revoked_at_is_null?: boolean;
                revoked_at_to?: string;
                sort?: string;
                status?: "live" | "expired" | "revoked";
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
                user_id?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
        };
    };
    previewAudiences: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewAudiencesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudiencePreview"];
                };
            };
        };
    };
    listAuditLogEntries: {
        parameters: {
            query?: {
                action?: string;
                actor_id?: number;
                actor_type?: "user" | "api_key" | "system" | "operator";
                after?: string;
                from?: string;
                limit?: number;
                offset?: number;
                outcome?: "success" | "denied" | "failed";
                q?: string;
                record_id?: number;
                request_id?: string;
                resource?: string;
                to?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogEntryList"];
                };
            };
        };
    };
    getAuditLogEntry: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogEntry"];
                };
            };
        };
    };
    listAuditLogCheckpoints: {
        parameters: {
            query?: {
                after?: string;
                ids?: string;
                limit?: number;
                offset?: number;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogCheckpointList"];
                };
            };
        };
    };
    exportAuditLog: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
        };
    };
    listAuditLogSearches: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                is_shared?: boolean;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogSearchList"];
                };
            };
        };
    };
    createAuditLogSearch: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogSearch"];
                };
            };
        };
    };
    getAuditLogSearch: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogSearch"];
                };
            };
        };
    };
    deleteAuditLogSearch: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateAuditLogSearch: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogSearch"];
                };
            };
        };
    };
    restoreAuditLogSearch: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogSearch"];
                };
            };
        };
    };
    verifyAuditLog: {
        parameters: {
            query?: {
                from_seq?: number;
                to_seq?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyAuditLogResponse"];
                };
            };
        };
    };
    storeSessionInCookie: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshSessionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSession"];
                };
            };
        };
    };
    endSessionOfCookie: {
        parameters: {
            query: {
                org_id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    refreshSessionOfCookie: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshSessionOfCookieRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserSession"];
                };
            };
        };
    };
    acceptInvitation: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResponse"];
                };
            };
        };
    };
    login: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResponse"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    logoutAll: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    stepUpMfa: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StepUpMfaResponse"];
                };
            };
        };
    };
    verifyMfa: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyMfaRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    requestPasswordReset: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPasswordResetRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Received"];
                };
            };
        };
    };
    confirmPasswordReset: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmPasswordResetRequest"];
            };
        };
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    refreshSession: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshSessionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                after?: string;
                ids?: string;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                after?: string;
                applies_to?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                parent_id?: number;
                parent_id_is_null?: boolean;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CategoryCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    getCategory: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    deleteCategory: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateCategory: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CategoryPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    mergeCategory: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeCategoryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    moveCategory: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveCategoryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    restoreCategory: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Category"];
                };
            };
        };
    };
    reorderCategories: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReorderCategoriesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryList"];
                };
            };
        };
    };
    getCategoryTree: {
        parameters: {
            query?: {
                applies_to?: string;
                open?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CategoryTree"];
                };
            };
        };
    };
    getCompanyConfiguration: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyConfiguration"];
                };
            };
        };
    };
    updateCompanyConfiguration: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanyConfigurationPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyConfiguration"];
                };
            };
        };
    };
    listCoreValues: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                hashtag?: string;
                ids?: string;
                include?: "can";
                is_active?: boolean;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoreValueList"];
                };
            };
        };
    };
    createCoreValue: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoreValueCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoreValue"];
                };
            };
        };
    };
    getCoreValue: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoreValue"];
                };
            };
        };
    };
    deleteCoreValue: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateCoreValue: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoreValuePatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoreValue"];
                };
            };
        };
    };
    restoreCoreValue: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoreValue"];
                };
            };
        };
    };
    reorderCoreValues: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReorderCoreValuesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoreValueList"];
                };
            };
        };
    };
    listEmployees: {
        parameters: {
            query?: {
                after?: string;
                as_of?: string;
                deleted?: boolean;
                employment_type?: "full_time" | "part_time" | "contractor" | "intern" | "temporary";
                hired_from?: string;
                hired_to?: string;
                holiday_calendar_id?: number;
                ids?: string;
                include?: "can";
                limit?: number;
                manager_id?: number;
                offset?: number;
                place_id?: number;
                position_id?: number;
                q?: string;
                sort?: string;
                status?: "pre_hire" | "active" | "on_leave" | "suspended" | "terminated";
                team_id?: number;
                total?: "exact";
                work_schedule_id?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeList"];
                };
            };
        };
    };
    createEmployee: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEmployee"];
                };
            };
        };
    };
    listEmployeeChanges: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                effective_date?: string;
                effective_date_from?: string;
                effective_date_to?: string;
                ids?: string;
                include?: "can";
                kind?: string;
                limit?: number;
                offset?: number;
                sort?: string;
                state?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                employeeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeChangeList"];
                };
            };
        };
    };
    createEmployeeChange: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEmployeeChange"];
                };
            };
        };
    };
    getEmployeeChange: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                employeeId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeChange"];
                };
            };
        };
    };
    deleteEmployeeChange: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                employeeId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    approveEmployeeChange: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                employeeId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEmployeeChange"];
                };
            };
        };
    };
    withdrawEmployeeChange: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                employeeId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeChange"];
                };
            };
        };
    };
    getEmployee: {
        parameters: {
            query?: {
                as_of?: string;
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Employee"];
                };
            };
        };
    };
    deleteEmployee: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateEmployee: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Employee"];
                };
            };
        };
    };
    listEmployeeHistory: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                offset?: number;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeHistorySpanList"];
                };
            };
        };
    };
    linkEmployeeUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEmployee"];
                };
            };
        };
    };
    getEmployeePrivate: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeePrivate"];
                };
            };
        };
    };
    deleteEmployeePrivate: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateEmployeePrivate: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmployeePrivateUpdate"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeePrivate"];
                };
            };
        };
    };
    rehireEmployee: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RehireEmployeeResponse"];
                };
            };
        };
    };
    listEmployeeReports: {
        parameters: {
            query?: {
                after?: string;
                as_of?: string;
                depth?: number;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeReportList"];
                };
            };
        };
    };
    restoreEmployee: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestoreEmployeeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedEmployee"];
                };
            };
        };
    };
    terminateEmployee: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TerminateEmployeeResponse"];
                };
            };
        };
    };
    getEmployeeWorkingTime: {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeeWorkingTime"];
                };
            };
        };
    };
    exportEmployees: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
        };
    };
    importEmployees: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedImport"];
                };
            };
        };
    };
    getOrgChart: {
        parameters: {
            query?: {
                as_of?: string;
                depth?: number;
                root_id?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrgChart"];
                };
            };
        };
    };
    listEnums: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                is_system?: boolean;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumList"];
                };
            };
        };
    };
    createEnum: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enum"];
                };
            };
        };
    };
    getEnum: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumDetail"];
                };
            };
        };
    };
    deleteEnum: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateEnum: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enum"];
                };
            };
        };
    };
    listEnumValues: {
        parameters: {
            query?: {
                after?: string;
                archived?: boolean;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                is_active?: boolean;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValueList"];
                };
            };
        };
    };
    createEnumValue: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValue"];
                };
            };
        };
    };
    getEnumValue: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                code: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValue"];
                };
            };
        };
    };
    deleteEnumValue: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                code: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateEnumValue: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                code: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValue"];
                };
            };
        };
    };
    replaceEnumValue: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                code: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplaceEnumValueResponse"];
                };
            };
        };
    };
    restoreEnumValue: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                code: string;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValue"];
                };
            };
        };
    };
    reorderEnumValues: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnumValueList"];
                };
            };
        };
    };
    restoreEnum: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Enum"];
                };
            };
        };
    };
    listEventTypes: {
        parameters: {
            query?: {
                aggregate_type?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeMetadataList"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                after?: string;
                aggregate_type?: string;
                event_type?: string;
                from?: string;
                limit?: number;
                page?: number;
                to?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    listEventHistory: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                offset?: number;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                aggregateId: number;
                aggregateType: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                aggregate_type?: string;
                event_type?: string;
                last_event_id?: string;
                token?: string;
            };
            header?: {
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    createStreamTicket: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTicketCreated"];
                };
            };
        };
    };
    listExports: {
        parameters: {
            query?: {
                after?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                resource?: string;
                sort?: string;
                status?: "queued" | "running" | "succeeded" | "failed" | "expired";
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    downloadExport: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
        };
    };
    listFiles: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                mime?: string;
                offset?: number;
                q?: string;
                sha256?: string;
                sha256_is_null?: boolean;
                size?: number;
                size_from?: number;
                size_to?: number;
                sort?: string;
                status?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
        };
    };
    createFile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    downloadFileContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
        };
    };
    uploadFileContent: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": Blob;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["File"];
                };
            };
        };
    };
    downloadFileByLink: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": Blob;
                };
            };
        };
    };
    restoreFile: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreFileResponse"];
                };
            };
        };
    };
    listGrants: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ends_at?: string;
                ends_at_from?: string;
                ends_at_is_null?: boolean;
                ends_at_to?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                live?: boolean;
                offset?: number;
                q?: string;
                role_id?: number;
                scope?: string;
                sort?: string;
                source?: string;
                starts_at?: string;
                starts_at_from?: string;
                starts_at_is_null?: boolean;
                starts_at_to?: string;
                team_id?: number;
                team_id_is_null?: boolean;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
                user_id?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantList"];
                };
            };
        };
    };
    createGrant: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Grant"];
                };
            };
        };
    };
    getGrant: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Grant"];
                };
            };
        };
    };
    deleteGrant: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    listHolidayCalendars: {
        parameters: {
            query?: {
                after?: string;
                country?: string;
                country_is_null?: boolean;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendarList"];
                };
            };
        };
    };
    createHolidayCalendar: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HolidayCalendarCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendar"];
                };
            };
        };
    };
    listHolidayCalendarHolidays: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                date?: string;
                date_from?: string;
                date_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                part?: string;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                holidayCalendarId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendarHolidayList"];
                };
            };
        };
    };
    createHolidayCalendarHoliday: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                holidayCalendarId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HolidayCalendarHolidayCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendarHoliday"];
                };
            };
        };
    };
    getHolidayCalendarHoliday: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                holidayCalendarId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendarHoliday"];
                };
            };
        };
    };
    deleteHolidayCalendarHoliday: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                holidayCalendarId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateHolidayCalendarHoliday: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                holidayCalendarId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HolidayCalendarHolidayPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendarHoliday"];
                };
            };
        };
    };
    restoreHolidayCalendarHoliday: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                holidayCalendarId: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendarHoliday"];
                };
            };
        };
    };
    getHolidayCalendar: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendar"];
                };
            };
        };
    };
    deleteHolidayCalendar: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateHolidayCalendar: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HolidayCalendarPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendar"];
                };
            };
        };
    };
    copyHolidayCalendarYear: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CopyHolidayCalendarYearRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CopyHolidayCalendarYearResponse"];
                };
            };
        };
    };
    importHolidayCalendar: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportCreate"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedImport"];
                };
            };
        };
    };
    restoreHolidayCalendar: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendar"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                after?: string;
                ids?: string;
                limit?: number;
                offset?: number;
                resource?: string;
                sort?: string;
                status?: "queued" | "running" | "succeeded" | "failed" | "expired";
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportList"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
        };
    };
    listInitiatives: {
        parameters: {
            query?: {
                after?: string;
                category_id?: number;
                category_id_is_null?: boolean;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                health?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                owner_employee_id?: number;
                q?: string;
                sort?: string;
                status?: string;
                team_id?: number;
                team_id_is_null?: boolean;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeList"];
                };
            };
        };
    };
    createInitiative: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
        };
    };
    getInitiative: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
        };
    };
    deleteInitiative: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateInitiative: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
        };
    };
    completeInitiative: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
        };
    };
    restoreInitiative: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Initiative"];
                };
            };
        };
    };
    getInitiativeBurnup: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeBurnup"];
                };
            };
        };
    };
    listInitiativeMembers: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                employee_id?: number;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                role?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeMemberList"];
                };
            };
        };
    };
    createInitiativeMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeMember"];
                };
            };
        };
    };
    getInitiativeMember: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeMember"];
                };
            };
        };
    };
    deleteInitiativeMember: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateInitiativeMember: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeMember"];
                };
            };
        };
    };
    restoreInitiativeMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeMember"];
                };
            };
        };
    };
    getInitiativeSummary: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeSummary"];
                };
            };
        };
    };
    listInitiativeTasks: {
        parameters: {
            query?: {
                after?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                status?: components["schemas"]["TaskStatus"];
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
        };
    };
    linkInitiativeTasks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedTasks"];
                };
            };
        };
    };
    unlinkInitiativeTasks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listInitiativeUpdates: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                health?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                initiativeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeUpdateList"];
                };
            };
        };
    };
    createInitiativeUpdate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitiativeUpdate"];
                };
            };
        };
    };
    exportInitiatives: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
        };
    };
    getMfa: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mfa"];
                };
            };
        };
    };
    removeMfaMethod: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BeginTotpResponse"];
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    listNames: {
        parameters: {
            query?: {
                announcement?: components["schemas"]["RecordIds"];
                api_key?: components["schemas"]["RecordIds"];
                category?: components["schemas"]["RecordIds"];
                core_value?: components["schemas"]["RecordIds"];
                employee?: components["schemas"]["RecordIds"];
                enum?: components["schemas"]["RecordIds"];
                holiday?: components["schemas"]["RecordIds"];
                holiday_calendar?: components["schemas"]["RecordIds"];
                initiative?: components["schemas"]["RecordIds"];
                navigation_item?: components["schemas"]["RecordIds"];
                place?: components["schemas"]["RecordIds"];
                place_booking?: components["schemas"]["RecordIds"];
                position?: components["schemas"]["RecordIds"];
                prompt_template?: components["schemas"]["RecordIds"];
                role?: components["schemas"]["RecordIds"];
                task?: components["schemas"]["RecordIds"];
                task_label?: components["schemas"]["RecordIds"];
                task_view?: components["schemas"]["RecordIds"];
                team?: components["schemas"]["RecordIds"];
                user?: components["schemas"]["RecordIds"];
                webhook_endpoint?: components["schemas"]["RecordIds"];
                work_schedule?: components["schemas"]["RecordIds"];
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordLabels"];
                };
            };
        };
    };
    listNavigation: {
        parameters: {
            query?: {
                hidden?: boolean;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationEntryList"];
                };
            };
        };
    };
    listNavigationItems: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                is_hidden?: boolean;
                key?: string;
                limit?: number;
                offset?: number;
                parent_key?: string;
                parent_key_is_null?: boolean;
                q?: string;
                sort?: string;
                target_kind?: string;
                target_kind_is_null?: boolean;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationItemList"];
                };
            };
        };
    };
    createNavigationItem: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NavigationItemCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationItem"];
                };
            };
        };
    };
    getNavigationItem: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationItem"];
                };
            };
        };
    };
    deleteNavigationItem: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateNavigationItem: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NavigationItemPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationItem"];
                };
            };
        };
    };
    restoreNavigationItem: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationItem"];
                };
            };
        };
    };
    getNavigationMe: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationMe"];
                };
            };
        };
    };
    updateNavigationMe: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NavigationMePatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NavigationMe"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    closeOrganization: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    exportOrganization: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
        };
    };
    reopenOrganization: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    requestOrganizationVerification: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Received"];
                };
            };
        };
    };
    getOrganizationSettings: {
        parameters: {
            query?: {
                section?: "general" | "security" | "branding" | "features" | "localization" | "notifications" | "privacy" | "webhooks" | "prompts";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSettings"];
                };
            };
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSettings"];
                };
            };
        };
    };
    transferOrganizationOwnership: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    listOrganizationAddresses: {
        parameters: {
            query?: {
                after?: string;
                country?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                is_primary?: boolean;
                kind?: string;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAddressList"];
                };
            };
        };
    };
    createOrganizationAddress: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAddress"];
                };
            };
        };
    };
    getOrganizationAddress: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAddress"];
                };
            };
        };
    };
    deleteOrganizationAddress: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateOrganizationAddress: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAddress"];
                };
            };
        };
    };
    restoreOrganizationAddress: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAddress"];
                };
            };
        };
    };
    listOrganizationContacts: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                is_public?: boolean;
                kind?: string;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationContactList"];
                };
            };
        };
    };
    createOrganizationContact: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationContact"];
                };
            };
        };
    };
    getOrganizationContact: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationContact"];
                };
            };
        };
    };
    deleteOrganizationContact: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateOrganizationContact: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationContact"];
                };
            };
        };
    };
    restoreOrganizationContact: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationContact"];
                };
            };
        };
    };
    listOrganizationSocialLinks: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSocialLinkList"];
                };
            };
        };
    };
    createOrganizationSocialLink: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSocialLink"];
                };
            };
        };
    };
    getOrganizationSocialLink: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSocialLink"];
                };
            };
        };
    };
    deleteOrganizationSocialLink: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateOrganizationSocialLink: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSocialLink"];
                };
            };
        };
    };
    restoreOrganizationSocialLink: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                organizationId: "current" | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationSocialLink"];
                };
            };
        };
    };
    listPermissions: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionList"];
                };
            };
        };
    };
    explainPermission: {
        parameters: {
            query: {
                permission: string;
                record_id?: number;
                user_id: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionExplanation"];
                };
            };
        };
    };
    listAllPlaceBookings: {
        parameters: {
            query?: {
                after?: string;
                booked_by?: number;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                from?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                to?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceBookingList"];
                };
            };
        };
    };
    listPlaces: {
        parameters: {
            query?: {
                after?: string;
                capacity?: number;
                capacity_from?: number;
                capacity_is_null?: boolean;
                capacity_to?: number;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                is_bookable?: boolean;
                kind?: string;
                limit?: number;
                offset?: number;
                parent_id?: number;
                parent_id_is_null?: boolean;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceList"];
                };
            };
        };
    };
    createPlace: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
        };
    };
    getPlace: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
        };
    };
    deletePlace: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updatePlace: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlacePatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
        };
    };
    movePlace: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MovePlaceRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
        };
    };
    getPlaceOccupancy: {
        parameters: {
            query?: {
                date?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceOccupancy"];
                };
            };
        };
    };
    restorePlace: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
        };
    };
    listPlaceBookings: {
        parameters: {
            query?: {
                after?: string;
                booked_by?: number;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                from?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                to?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                placeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceBookingList"];
                };
            };
        };
    };
    createPlaceBooking: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                placeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceBookingCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceBooking"];
                };
            };
        };
    };
    getPlaceBooking: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                placeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceBooking"];
                };
            };
        };
    };
    deletePlaceBooking: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                placeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updatePlaceBooking: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                placeId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceBookingPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceBooking"];
                };
            };
        };
    };
    restorePlaceBooking: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                placeId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceBooking"];
                };
            };
        };
    };
    getPlaceTree: {
        parameters: {
            query?: {
                open?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaceTree"];
                };
            };
        };
    };
    listPlatformCountries: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedCodeList"];
                };
            };
        };
    };
    listPlatformCurrencies: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedCodeList"];
                };
            };
        };
    };
    listPlatformEvents: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeNameList"];
                };
            };
        };
    };
    listPlatformLanguages: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedCodeList"];
                };
            };
        };
    };
    getPlatformLimits: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceLimits"];
                };
            };
        };
    };
    getPlatformMetadata: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformMetadata"];
                };
            };
        };
    };
    listPlatformMetadataEvents: {
        parameters: {
            query?: {
                aggregate_type?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeMetadataList"];
                };
            };
        };
    };
    listPlatformOperators: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConditionOperatorList"];
                };
            };
        };
    };
    listPlatformPermissions: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionMetadataList"];
                };
            };
        };
    };
    listPlatformResources: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceMetadataList"];
                };
            };
        };
    };
    getPlatformResource: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceMetadata"];
                };
            };
        };
    };
    getPlatformResourceSchema: {
        parameters: {
            query: {
                action?: string;
                for: "create" | "update" | "filter" | "action";
                part?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformResourceSchema"];
                };
            };
        };
    };
    listPlatformSettings: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingMetadataList"];
                };
            };
        };
    };
    listPlatformTimeZones: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeList"];
                };
            };
        };
    };
    getPlatformVersion: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceVersion"];
                };
            };
        };
    };
    listPositions: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                family?: string;
                family_is_null?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                place_id?: number;
                place_id_is_null?: boolean;
                q?: string;
                sort?: string;
                status?: string;
                team_id?: number;
                team_id_is_null?: boolean;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
                vacant?: boolean;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionList"];
                };
            };
        };
    };
    createPosition: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    getPosition: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    deletePosition: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updatePosition: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    closePosition: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    freezePosition: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    listPositionHolders: {
        parameters: {
            query?: {
                after?: string;
                as_of?: string;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionHolderList"];
                };
            };
        };
    };
    openPosition: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    restorePosition: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    listPositionVacancies: {
        parameters: {
            query?: {
                after?: string;
                family?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                team_id?: number;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionList"];
                };
            };
        };
    };
    listPromptRuns: {
        parameters: {
            query?: {
                after?: string;
                ids?: string;
                limit?: number;
                offset?: number;
                record_id?: number;
                record_type?: string;
                sort?: string;
                status?: "pending" | "running" | "succeeded" | "failed" | "refused" | "skipped";
                template?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRunList"];
                };
            };
        };
    };
    getPromptRun: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRun"];
                };
            };
        };
    };
    applyPromptRun: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptRun"];
                };
            };
        };
    };
    listPromptTemplates: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                hook?: string;
                ids?: string;
                include?: "can";
                is_builtin?: boolean;
                is_enabled?: boolean;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplateList"];
                };
            };
        };
    };
    createPromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
        };
    };
    getPromptTemplate: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
        };
    };
    deletePromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updatePromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
        };
    };
    previewPromptTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewPromptTemplateResponse"];
                };
            };
        };
    };
    resetPromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
        };
    };
    restorePromptTemplate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplate"];
                };
            };
        };
    };
    listPromptTemplateVersions: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                offset?: number;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplateVersionList"];
                };
            };
        };
    };
    getPromptTemplateVersion: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptTemplateVersion"];
                };
            };
        };
    };
    checkOrganizationSlug: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckOrganizationSlugResponse"];
                };
            };
        };
    };
    signUp: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    resendSignupVerification: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendSignupVerificationRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Received"];
                };
            };
        };
    };
    verifySignup: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifySignupRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifySignupResponse"];
                };
            };
        };
    };
    listResources: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceList"];
                };
            };
        };
    };
    getResource: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
        };
    };
    listRights: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RightList"];
                };
            };
        };
    };
    listRoles: {
        parameters: {
            query?: {
                after?: string;
                code?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                is_builtin?: boolean;
                is_default?: boolean;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleList"];
                };
            };
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    getRole: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    deleteRole: {
        parameters: {
            query?: {
                reassign_to?: number;
            };
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    cloneRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    replaceRolePermissions: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    restoreRole: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Role"];
                };
            };
        };
    };
    listTaskLabels: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                group?: string;
                group_is_null?: boolean;
                ids?: string;
                include?: "can";
                is_exclusive?: boolean;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabelList"];
                };
            };
        };
    };
    createTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabel"];
                };
            };
        };
    };
    getTaskLabel: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabel"];
                };
            };
        };
    };
    deleteTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabel"];
                };
            };
        };
    };
    mergeTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedLabelMove"];
                };
            };
        };
    };
    renameTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedLabelMove"];
                };
            };
        };
    };
    restoreTaskLabel: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskLabel"];
                };
            };
        };
    };
    importTaskLabels: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedImport"];
                };
            };
        };
    };
    listUsedTaskLabels: {
        parameters: {
            query?: {
                after?: string;
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsedTaskLabelList"];
                };
            };
        };
    };
    listTaskViews: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                team_id?: number;
                team_id_is_null?: boolean;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
                visibility?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskViewList"];
                };
            };
        };
    };
    createTaskView: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskView"];
                };
            };
        };
    };
    getTaskView: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskView"];
                };
            };
        };
    };
    deleteTaskView: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateTaskView: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskView"];
                };
            };
        };
    };
    restoreTaskView: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskView"];
                };
            };
        };
    };
    listTaskViewTasks: {
        parameters: {
            query?: {
                after?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query?: {
                after?: string;
                assigned_employee_id?: number;
                assigned_team_id?: number;
                assigned_to?: number;
                assigned_to_me?: boolean;
                category_code?: components["schemas"]["TaskCategoryCode"];
                created_by?: number;
                deleted?: boolean;
                due_after?: string;
                due_before?: string;
                effort?: components["schemas"]["TaskEffort"];
                ids?: string;
                include?: "can";
                initiative_id?: number;
                label?: string;
                limit?: number;
                offset?: number;
                overdue?: boolean;
                parent_task_id?: number;
                priority?: components["schemas"]["TaskPriority"];
                q?: string;
                sort?: string;
                status?: components["schemas"]["TaskStatus"];
                tag?: string;
                task_type?: components["schemas"]["TaskType"];
                total?: "exact";
                unassigned?: boolean;
                updated_after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    moveTask: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    restoreTask: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    listTaskComments: {
        parameters: {
            query?: {
                after?: string;
                author_user_id?: number;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                parent_id?: number;
                parent_id_is_null?: boolean;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskCommentList"];
                };
            };
        };
    };
    createTaskComment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskComment"];
                };
            };
        };
    };
    getTaskComment: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskComment"];
                };
            };
        };
    };
    deleteTaskComment: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateTaskComment: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskComment"];
                };
            };
        };
    };
    restoreTaskComment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskComment"];
                };
            };
        };
    };
    listTaskRelations: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                kind?: string;
                limit?: number;
                offset?: number;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRelationList"];
                };
            };
        };
    };
    createTaskRelation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRelation"];
                };
            };
        };
    };
    getTaskRelation: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRelation"];
                };
            };
        };
    };
    deleteTaskRelation: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    restoreTaskRelation: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskRelation"];
                };
            };
        };
    };
    listTaskReminders: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                kind?: string;
                limit?: number;
                offset?: number;
                remind_at?: string;
                remind_at_from?: string;
                remind_at_to?: string;
                sort?: string;
                state?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReminderList"];
                };
            };
        };
    };
    createTaskReminder: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReminder"];
                };
            };
        };
    };
    getTaskReminder: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReminder"];
                };
            };
        };
    };
    deleteTaskReminder: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateTaskReminder: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReminder"];
                };
            };
        };
    };
    restoreTaskReminder: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                taskId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskReminder"];
                };
            };
        };
    };
    getTaskBoard: {
        parameters: {
            query?: {
                assigned_employee_id?: number;
                assigned_team_id?: number;
                assigned_to?: number;
                assigned_to_me?: boolean;
                category_code?: components["schemas"]["TaskCategoryCode"];
                created_by?: number;
                due_after?: string;
                due_before?: string;
                effort?: components["schemas"]["TaskEffort"];
                include?: "can";
                initiative_id?: number;
                label?: string;
                overdue?: boolean;
                parent_task_id?: number;
                per_column?: number;
                priority?: components["schemas"]["TaskPriority"];
                q?: string;
                sort?: string;
                status?: components["schemas"]["TaskStatus"];
                tag?: string;
                task_type?: components["schemas"]["TaskType"];
                total?: "exact";
                unassigned?: boolean;
                updated_after?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskBoard"];
                };
            };
        };
    };
    bulkUpdateTasks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
        };
    };
    exportTasks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
        };
    };
    listTeams: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                kind?: string;
                lead_employee_id?: number;
                lead_employee_id_is_null?: boolean;
                limit?: number;
                offset?: number;
                parent_id?: number;
                parent_id_is_null?: boolean;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamList"];
                };
            };
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    getTeam: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    archiveTeam: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    mergeTeam: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    moveTeam: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    restoreTeam: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    listTeamMembers: {
        parameters: {
            query?: {
                active_on?: string;
                after?: string;
                created_from?: string;
                created_to?: string;
                employee_id?: number;
                ids?: string;
                include?: "can";
                joined_on?: string;
                joined_on_from?: string;
                joined_on_to?: string;
                left?: boolean;
                left_on?: string;
                left_on_from?: string;
                left_on_is_null?: boolean;
                left_on_to?: string;
                limit?: number;
                offset?: number;
                role?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                teamId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMemberList"];
                };
            };
        };
    };
    createTeamMember: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedTeamMember"];
                };
            };
        };
    };
    getTeamMember: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                teamId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
        };
    };
    deleteTeamMember: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                teamId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateTeamMember: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedTeamMember"];
                };
            };
        };
    };
    getTeamTree: {
        parameters: {
            query?: {
                open?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamTree"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                after?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                is_service?: boolean;
                limit?: number;
                offset?: number;
                q?: string;
                role?: string;
                sort?: string;
                status?: "invited" | "active" | "suspended" | "deactivated";
                team_id?: number;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    deactivateUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    listUserIdentities: {
        parameters: {
            query?: {
                after?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                sort?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserIdentityList"];
                };
            };
        };
    };
    deleteUserIdentity: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
                identity_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    listUserPermissions: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionList"];
                };
            };
        };
    };
    getUserProfile: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
        };
    };
    updateUserProfile: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
        };
    };
    reactivateUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    resendUserInvite: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    resetUserMfa: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    restoreUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    resumeUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    revokeUserSessions: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeUserSessionsResponse"];
                };
            };
        };
    };
    suspendUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspendUserRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    exportUsers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedExport"];
                };
            };
        };
    };
    importUsers: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedImport"];
                };
            };
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUser"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MePatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    requestEmailChange: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestEmailChangeResponse"];
                };
            };
        };
    };
    confirmEmailChange: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    listMyPermissions: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionList"];
                };
            };
        };
    };
    getMyPreferences: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyPreferences"];
                };
            };
        };
    };
    updateMyPreferences: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MyPreferencesPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyPreferences"];
                };
            };
        };
    };
    getStart: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Start"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                after?: string;
                authorization_lost_at?: string;
                authorization_lost_at_from?: string;
                authorization_lost_at_is_null?: boolean;
                authorization_lost_at_to?: string;
                authorized_by?: number;
                authorized_by_is_null?: boolean;
                created_by?: number;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                event_type?: string;
                failing_since?: string;
                failing_since_from?: string;
                failing_since_is_null?: boolean;
                failing_since_to?: string;
                ids?: string;
                include?: "can";
                is_active?: boolean;
                limit?: number;
                offset?: number;
                ordered?: boolean;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
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
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDetail"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                after?: string;
                event_id?: number;
                event_type?: string;
                from?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                replay_id?: number;
                status?: "pending" | "delivering" | "succeeded" | "failed" | "cancelled";
                to?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                did: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    retryFailedWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryFailedWebhookDeliveriesResponse"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    listWebhookReplays: {
        parameters: {
            query?: {
                after?: string;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                sort?: string;
                total?: "exact";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplayList"];
                };
            };
        };
    };
    getWebhookReplay: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
                rid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    cancelWebhookReplay: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                rid: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    restoreWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
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
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookCreated"];
                };
            };
        };
    };
    getWebhookStatistics: {
        parameters: {
            query?: {
                since?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookStatistics"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    listWorkSchedules: {
        parameters: {
            query?: {
                after?: string;
                created_from?: string;
                created_to?: string;
                deleted?: boolean;
                ids?: string;
                include?: "can";
                limit?: number;
                offset?: number;
                q?: string;
                sort?: string;
                total?: "exact";
                updated_from?: string;
                updated_to?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkScheduleList"];
                };
            };
        };
    };
    createWorkSchedule: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkScheduleCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkSchedule"];
                };
            };
        };
    };
    getWorkSchedule: {
        parameters: {
            query?: {
                include?: "can";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkSchedule"];
                };
            };
        };
    };
    deleteWorkSchedule: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["NoContent"];
        };
    };
    updateWorkSchedule: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkSchedulePatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkSchedule"];
                };
            };
        };
    };
    restoreWorkSchedule: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkSchedule"];
                };
            };
        };
    };
}
