-- CreateTable
CREATE TABLE "company_configurations" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "fiscal_year_start_month" INTEGER NOT NULL DEFAULT 1,
    "week_start" TEXT NOT NULL DEFAULT 'monday',
    "employee_number_format" TEXT NOT NULL DEFAULT 'E{0000}',
    "next_employee_number" INTEGER NOT NULL DEFAULT 1,
    "default_work_schedule_id" INTEGER,
    "default_holiday_calendar_id" INTEGER,
    "probation_days" INTEGER NOT NULL DEFAULT 0,
    "enforce_headcount" TEXT NOT NULL DEFAULT 'off',
    "managers_see_compensation" BOOLEAN NOT NULL DEFAULT false,
    "kudos" JSONB NOT NULL DEFAULT '{"require_core_value": false, "monthly_allowance": 0}',
    "survey_defaults" JSONB NOT NULL DEFAULT '{"anonymity": "anonymous", "min_group_size": 5}',
    "pto_defaults" JSONB NOT NULL DEFAULT '{"unit": "days", "year": "calendar", "hr_approval_from_days": null}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,

    CONSTRAINT "company_configurations_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "company_configurations_org_id_key" ON "company_configurations"("org_id");

-- AddForeignKey
ALTER TABLE "company_configurations" ADD CONSTRAINT "company_configurations_org_id_default_work_schedule_id_fkey" FOREIGN KEY ("org_id", "default_work_schedule_id") REFERENCES "work_schedules"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "company_configurations" ADD CONSTRAINT "company_configurations_org_id_default_holiday_calendar_id_fkey" FOREIGN KEY ("org_id", "default_holiday_calendar_id") REFERENCES "holiday_calendars"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

alter table company_configurations
  add constraint company_configurations_org_id_fiscal_year_start_month_check check (fiscal_year_start_month between 1 and 12),
  add constraint company_configurations_org_id_week_start_check check (week_start in ('monday', 'saturday', 'sunday')),
  add constraint company_configurations_org_id_employee_number_format_check
    check (employee_number_format ~ '^([^{}]*[^{}0-9])?\{0{1,9}\}$'),
  add constraint company_configurations_org_id_next_employee_number_check check (next_employee_number > 0),
  add constraint company_configurations_org_id_probation_days_check check (probation_days >= 0),
  add constraint company_configurations_org_id_enforce_headcount_check check (enforce_headcount in ('off', 'warn', 'block'));
