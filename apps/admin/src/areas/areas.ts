import { lazy } from 'react';
import { defineAdminArea } from '../generic/define-admin-area.ts';

const tasks = defineAdminArea({
  name: 'tasks',
  resources: {
    task: {
      list: { columns: ['title', 'status', 'priority', 'assigned_employee_id', 'due_at', 'updated_at'] },
      board: {
        by: 'status',
        path: '/tasks',
        fields: ['priority', 'assigned_employee_id', 'due_at'],
      },
    },
  },
});

const people = defineAdminArea({
  name: 'people',
  resources: {
    employee: {
      list: { columns: ['first_name', 'last_name', 'employee_number', 'position_id', 'status', 'hire_date'] },
    },
    team: { list: { columns: ['name', 'kind', 'parent_id', 'lead_employee_id', 'updated_at'] } },
  },
});

const SettingsPage = lazy(async () => ({
  default: (await import('./settings/settings-page.tsx')).SettingsPage,
}));

const settings = defineAdminArea({
  name: 'settings',
  resources: { organization_setting: { page: SettingsPage } },
});

const RolePermissions = lazy(async () => ({
  default: (await import('./access/role-permissions.tsx')).RolePermissions,
}));

const UserRoles = lazy(async () => ({ default: (await import('./access/user-roles.tsx')).UserRoles }));

const access = defineAdminArea({
  name: 'access',
  resources: {
    user: { panels: [UserRoles] },
    role: {
      list: { columns: ['name', 'code', 'description', 'is_builtin', 'is_default'] },
      panels: [RolePermissions],
      ownFields: ['permissions'],
      ownActions: ['permissions'],
    },
  },
});

const TemplatePreview = lazy(async () => ({
  default: (await import('./prompts/template-preview.tsx')).TemplatePreview,
}));
const TemplateRuns = lazy(async () => ({
  default: (await import('./prompts/template-runs.tsx')).TemplateRuns,
}));
const TemplateVersions = lazy(async () => ({
  default: (await import('./prompts/template-versions.tsx')).TemplateVersions,
}));

const prompts = defineAdminArea({
  name: 'prompts',
  resources: {
    prompt_template: {
      list: { columns: ['name', 'code', 'hook', 'is_enabled', 'needs_model', 'updated_at'] },
      panels: [TemplatePreview, TemplateRuns, TemplateVersions],
      ownActions: ['preview'],
      ownParts: ['versions'],
    },
    prompt_run: {
      list: { columns: ['template_code', 'record_id', 'status', 'provider', 'latency_ms', 'created_at'] },
    },
  },
});

const UploadPage = lazy(async () => ({ default: (await import('./files/upload-page.tsx')).UploadPage }));
const PendingContent = lazy(async () => ({
  default: (await import('./files/pending-content.tsx')).PendingContent,
}));

const files = defineAdminArea({
  name: 'files',
  resources: { file: { create: UploadPage, panels: [PendingContent] } },
});

export const areas = [tasks, people, settings, access, prompts, files];
