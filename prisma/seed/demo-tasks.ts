import type { UserKey } from './demo-people.ts';

/**
 * The board, one task per line: status, priority, effort, type, category, due (days from today, with a
 * reminder after a slash), assignee (a first name, #team or @user), label, tags, title, and after `::`
 * a description. A line `by …` names the creator of the following tasks; a title after `>` is a child of the
 * epic above it.
 */
const board = `
by manager
in_progress | high   | xxl | epic    | improvement   | +40    | #engineering | Onboarding | roadmap          | Self-service onboarding :: A new organization should be productive within an hour, without talking to us.
done        | high   | m   | story   | improvement   | -20    | Jonas        | Onboarding | api              | > Sign up without a sales call
done        | medium | s   | story   | improvement   | -12    | Sofia        | Onboarding | design           | > First-run checklist on the home page
reviewing   | high   | l   | story   | improvement   | +2/1d  | Mateo        | Onboarding | api,import       | > Import people from a CSV file :: Dry run first; every bad row is named with its line and column.
in_progress | medium | m   | story   | improvement   | +6     | Jonas        | Onboarding | email            | > Invitation mails that survive spam filters
blocked     | medium | m   | story   | improvement   | +4     | Priya        | Onboarding | sso,security     | > Sign in with the company's identity provider :: Waiting for the test tenant of the pilot customer.
todo        | low    | s   | story   | documentation | +18    | Liam         | Onboarding | docs             | > Guided tour of the task board
in_progress | high   | xl  | epic    | improvement   | +60    | #platform    | Regions    | roadmap,infra    | Serve European customers from Frankfurt
done        | high   | l   | task    | improvement   | -30    | Nadia        | Regions    | infra            | > Choose a provider for the second region
done        | medium | m   | task    | improvement   | -9     | Oskar        | Regions    | infra,database   | > Replicate the database across regions
reviewing   | urgent | l   | task    | improvement   | +1/4h  | Oskar        | Regions    | infra,database   | > Rehearse the failover :: One hour window, Thursday early morning. The runbook is part of the result.
todo        | medium | m   | task    | improvement   | +14    | Chloe        | Regions    | infra,network    | > Route requests to the nearest region
todo        | medium | s   | task    | documentation | +30    | Nadia        | Regions    | docs,privacy     | > Describe where data is stored, for the privacy page
in_progress | urgent | m   | task    | system_error  | +0/2h  | Oskar        | Incidents  | on-call          | Queue latency doubles every Monday morning :: Starts at 08:55 UTC with the weekly digests. See the graph of lane depth.
in_progress | high   | m   | task    | bug           | +1/1d  | Mateo        | Release 42 | board            | Tasks jump back after a drag on slow connections
todo        | high   | s   | task    | bug           | +3     | Samuel       | Release 42 | board,regression | Keyboard users cannot reach the last column
todo        | medium | s   | task    | bug           | +5     | Jonas        | Release 42 | time-zones       | Due dates show one day early west of Greenwich
reviewing   | medium | s   | task    | bug           | +1     | Jonas        | Release 42 | search           | Search misses names with accents
done        | urgent | m   | task    | system_error  | -3     | Nadia        | Incidents  | on-call,webhooks | Webhooks were delivered twice during the deploy
done        | high   | s   | task    | bug           | -6     | Samuel       | Release 41 | export           | Exported files open with broken umlauts
done        | medium | xs  | task    | bug           | -8     | Mateo        | Release 41 | board            | Empty columns collapse to nothing
cancelled   | low    | m   | feature | improvement   |        | Chloe        | Release 41 | board            | Confetti when a task is done :: It could not be turned off without a setting.
todo        | high   | m   | task    | improvement   | +7     | #platform    | Security   | security         | Rotate the signing keys of webhooks
in_progress | high   | s   | task    | improvement   | +2/1d  | Priya        | Security   | security,audit   | Record refused sign-ins in the audit log
todo        | medium | l   | feature | improvement   | +25    | #engineering |            | api              | Bulk changes of up to two hundred tasks
todo        | low    | xs  | question| general       |        | Priya        |            | api              | Do we still need the old export format?
blocked     | high   | l   | task    | improvement   | -2     | Chloe        | Release 42 | infra            | Upgrade the job runners :: The image vendor has not published the patched base yet.

by employee
in_progress | medium | s   | task    | documentation | +4     | Jonas        |            | docs,api         | Examples for every webhook event
todo        | medium | xs  | task    | bug           | +8     | Jonas        | Release 42 | notifications    | Reminder mails name the wrong time zone
reviewing   | low    | s   | task    | release_notes | +3     | Jonas        | Release 42 | docs             | Release notes for version 42
done        | low    | xs  | task    | release_notes | -10    | Jonas        | Release 41 | docs             | Release notes for version 41
todo        | low    | m   | question| general       |        | Elena        |            | career           | May I present the event log at the spring meetup?
blocked     | medium | m   | task    | bug           | +1     | Mateo        | Release 42 | mobile           | Attachments fail on older phones :: Cannot be reproduced here; asked support for the device list.

by hr
in_progress | high   | m   | task    | general       | +9/2d  | Ingrid       | Hiring     | recruiting       | Hire a second platform engineer :: Four candidates in the process, two of them after the technical interview.
todo        | medium | s   | task    | general       | +16    | Daniel       | Hiring     | onboarding       | Prepare the first week for Emil
todo        | medium | m   | task    | documentation | +35    | Daniel       | Policies   | policy           | Rewrite the remote work policy in plain words
reviewing   | medium | m   | task    | documentation | +5     | Grace        | Policies   | policy,legal     | Parental leave policy for all offices
todo        | high   | l   | task    | general       | +28/5d | #people      | Reviews    | performance      | Plan the autumn review cycle
done        | medium | s   | task    | general       | -15    | Ingrid       | Hiring     | recruiting       | Careers page in three languages
done        | low    | xs  | task    | general       | -25    | Daniel       |            | office           | New first aid kits for both floors
cancelled   | low    | s   | task    | general       |        | #people      |            | office           | Summer party on the river :: The boat is booked out until October; see the alternative in the garden.
blocked     | medium | m   | task    | general       | +11    | Daniel       | Benefits   | benefits         | Move the pension plan to the new provider :: Waiting for the works council.
in_progress | medium | s   | question| general       | +6     | Wei          |            | survey           | What do people think of meeting-free Wednesdays?

by admin
in_progress | high   | l   | task    | general       | +12/2d | Victor       | Planning   | budget           | Budget for the coming year
todo        | high   | m   | task    | general       | +20    | Rafael       | Customers  | renewals         | Renewal of the three largest contracts
todo        | medium | s   | task    | general       | +10    | Lucia        | Billing    | invoices         | Invoices in the customer's own currency
reviewing   | high   | s   | task    | general       | -1     | Victor       | Planning   | audit            | Answers to the auditor's questions
done        | high   | m   | task    | general       | -18    | Victor       | Planning   | reporting        | Quarterly report to the board
todo        | medium | s   | task    | general       | +15    | @auditor     | Audit      | access,evidence  | Review who can export personal data
in_progress | medium | m   | task    | general       | +8     | @auditor     | Audit      | evidence         | Sample of fifty changes from the audit log
todo        | low    | s   | question| general       | +13    | @viewer      | Planning   | advice           | Advise on the second round of price changes
in_progress | high   | m   | task    | improvement   | +5     | Aisha        | Customers  | pilot            | Pilot with the hospital group :: Three wards, forty people, six weeks. Success is a board used on day ten.
todo        | urgent | s   | task    | bug           | -1/1h  | Noah         | Customers  | support,export   | Customer cannot export more than a thousand rows
blocked     | high   | s   | task    | general       | -4     | Aisha        | Customers  | contract         | Data processing agreement for the pilot :: Their legal department has had it for two weeks.
todo        | medium | xs  | task    | documentation | +9     | Maya         | Support    | docs             | Answers for the ten most frequent questions
reviewing   | medium | s   | feature | improvement   | +4     | Sofia        | Design     | accessibility    | Colours that work for colour-blind people
todo        | medium | l   | feature | improvement   | +45    | #product-design | Design  | research         | Interview eight shift planners
done        | medium | m   | task    | improvement   | -5     | Hannah       | Planning   | roadmap          | Roadmap for the next two quarters
cancelled   | medium | l   | feature | improvement   |        | Liam         | Design     | mobile           | A separate app for tablets :: The responsive board does it.
done        | low    | s   | question| general       | -14    | Maya         | Support    | support          | Which chat tool do customers prefer?
todo        | medium | m   | feature | improvement   | +22    |              | Ideas      | board            | Let a column have a limit of work in progress
todo        | low    | s   | feature | improvement   |        |              | Ideas      | calendar         | Show due dates in people's calendars
`;

/** A parsed task; names are resolved when it is created. */
interface DemoTask {
  by: UserKey;
  assignee: string;
  due_in_days: number | null;
  is_child: boolean;
  fields: Record<string, unknown> & { title: string; task_type: string };
}

export const tasks: DemoTask[] = readBoard(board);

function readBoard(text: string): DemoTask[] {
  const rows: DemoTask[] = [];
  let by: UserKey = 'admin';
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('by ')) by = line.slice(3) as UserKey;
    else rows.push(readTask(by, line));
  }
  return rows;
}

function readTask(by: UserKey, line: string): DemoTask {
  const cells = line.split('|').map((cell) => cell.trim());
  const [
    status,
    priority,
    effort,
    task_type = '',
    category_code,
    due = '',
    assignee = '',
    label,
    tags = '',
    last = '',
  ] = cells;
  const [title = '', description = ''] = last.split(' :: ');
  const [days = '', reminder] = due.split('/');
  return {
    by,
    assignee,
    due_in_days: days === '' ? null : Number(days),
    is_child: title.startsWith('> '),
    fields: {
      title: title.replace(/^> /, ''),
      description,
      status,
      priority,
      effort,
      task_type,
      category_code,
      label: label || null,
      tags: tags.split(',').filter(Boolean),
      ...(reminder ? { reminder_offset: reminder } : {}),
    },
  };
}
