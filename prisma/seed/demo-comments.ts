import type { UserKey } from './demo-people.ts';

/** `# title` selects a task; `who: text` is a comment on it, `> who: text` a reply to the comment above. */
const threads = `
# Self-service onboarding
admin: The pilot customers ask for this more than for anything else. What is in the way?
> manager: Identity provider and import. Import is in review, the other waits for a test tenant.
> admin: Then I call them today.
hr: Please keep the invitation text free of jargon. Happy to proofread.

# Import people from a CSV file
manager: Tried it with our own list: 24 rows, two with bad dates, both named correctly.
employee: A file from a German spreadsheet uses semicolons. Do we detect that?
> manager: Yes, from the header line.
hr: Could it say which column a wrong date is in?
> manager: It does: line and column.

# Sign in with the company's identity provider
manager: Blocked: no answer about the test tenant since last week.
admin: Spoke to their administrator. We get it on Monday.

# Rehearse the failover
manager: Window is agreed with support: Thursday, 05:00 to 06:00 UTC.
admin: Please post the measured downtime here when you are done.
employee: I can watch the dashboards from half past four.

# Queue latency doubles every Monday morning
employee: The graph follows the weekly digest exactly. It sends everything at once.
> manager: Then let us spread it over the hour before nine.
manager: First measure after the change: from 40 s down to 3 s. Keeping it open for one more Monday.

# Tasks jump back after a drag on slow connections
employee: Reproduced with 300 ms of delay: the answer to the first move arrives after the second one.
manager: So the client must ignore answers older than its last move.
> employee: And show the server's order when it is idle. Doing both.

# Due dates show one day early west of Greenwich
employee: We print the UTC day. It needs the zone of the reader.

# Search misses names with accents
employee: Fixed by folding both sides. "Novak" finds Novák now, and the other way round.
manager: Works. One test for Lucía, please, then merge.

# Webhooks were delivered twice during the deploy
manager: Cause: a worker was stopped in the middle of an attempt and the attempt had no id of its own.
manager: Every attempt keeps its id now, so receivers can tell a repetition.
admin: Thank you for the write-up. Please link it from the incident page.

# Upgrade the job runners
manager: The vendor promised the image for this week. Moving the date does not help, so it stays.

# Hire a second platform engineer
hr: Two strong candidates. Technical interviews are on Tuesday and Wednesday.
manager: Nadia and Oskar take both. Please send them the portfolio before.
> hr: Sent.

# Prepare the first week for Emil
manager: Jonas will be his buddy.
employee: With pleasure. I have put three small bugs aside for him.

# Parental leave policy for all offices
admin: Reads well. One question about part-time staff is in the margin.
hr: Answered, and the table has an example for it now.

# What do people think of meeting-free Wednesdays?
employee: I get more done on Wednesdays than on Mondays and Tuesdays together.

# Budget for the coming year
manager: Engineering's part is in: two positions, one region, less hardware than this year.

# Pilot with the hospital group
admin: Day three: two wards use the board every shift. The third starts on Monday.
manager: The export they asked for is in the task above this one on Noah's list.

# Customer cannot export more than a thousand rows
employee: The limit is in the old export. The new one streams; could they try it?
> admin: Noah asks them this afternoon.

# Review who can export personal data
admin: The list of roles with the export right is under roles; grants show who holds them.

# Let a column have a limit of work in progress
manager: Please as a warning, not as a wall.
`;

interface DemoComment {
  title: string;
  by: UserKey;
  body: string;
  is_reply: boolean;
}

export const comments: DemoComment[] = readThreads(threads);

function readThreads(text: string): DemoComment[] {
  const rows: DemoComment[] = [];
  let title = '';
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('# ')) title = line.slice(2);
    else {
      const [, reply, by, body = ''] = line.match(/^(> )?(\w+): (.*)$/) ?? [];
      rows.push({ title, by: by as UserKey, body, is_reply: reply !== undefined });
    }
  }
  return rows;
}
