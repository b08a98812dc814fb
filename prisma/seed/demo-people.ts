/** Users who can sign in, all with the same password. The first one owns the organization. */
export const users = [
  { key: 'admin', role: 'owner', first_name: 'Amara', last_name: 'Okafor' },
  { key: 'hr', role: 'hr', first_name: 'Grace', last_name: 'Mbeki' },
  { key: 'manager', role: 'manager', first_name: 'Elena', last_name: 'Petrova' },
  { key: 'employee', role: 'employee', first_name: 'Jonas', last_name: 'Weber' },
  { key: 'viewer', role: 'viewer', first_name: 'Robin', last_name: 'Clarke' },
  { key: 'auditor', role: 'auditor', first_name: 'Iris', last_name: 'Vogel' },
] as const;
export type UserKey = (typeof users)[number]['key'];

export const emailOf = (key: UserKey) => `${key}@demo.test`;

interface DemoTeam {
  slug: string;
  name: string;
  kind: 'department' | 'squad';
  parent?: string;
  /** First name of the lead. */
  lead: string;
  color: string;
  description: string;
}

/** Parents precede their child teams. */
export const teams: DemoTeam[] = [
  {
    slug: 'engineering',
    name: 'Engineering',
    kind: 'department',
    lead: 'Elena',
    color: '#1f6feb',
    description: 'Builds and runs the product.',
  },
  {
    slug: 'platform',
    name: 'Platform',
    kind: 'squad',
    parent: 'engineering',
    lead: 'Nadia',
    color: '#8250df',
    description: 'Infrastructure, releases and the people on call.',
  },
  {
    slug: 'product-design',
    name: 'Product & Design',
    kind: 'department',
    lead: 'Hannah',
    color: '#bf3989',
    description: 'Finds out what is worth building, and how it should feel.',
  },
  {
    slug: 'people',
    name: 'People',
    kind: 'department',
    lead: 'Grace',
    color: '#1a7f37',
    description: 'Hiring, onboarding, and a good place to work.',
  },
  {
    slug: 'customer-success',
    name: 'Customer Success',
    kind: 'department',
    lead: 'Rafael',
    color: '#bc4c00',
    description: 'Helps customers get what they came for.',
  },
  {
    slug: 'finance',
    name: 'Finance',
    kind: 'department',
    lead: 'Victor',
    color: '#9a6700',
    description: 'Planning, billing and reporting.',
  },
];

/** Members of the squad in addition to their department: first name and role. */
export const squadMembers = [
  { team: 'platform', who: 'Nadia', role: 'lead' },
  { team: 'platform', who: 'Priya', role: 'deputy' },
  { team: 'platform', who: 'Oskar', role: 'member' },
  { team: 'platform', who: 'Chloe', role: 'member' },
];

/**
 * First name, last name, title, primary team, manager's first name, hire date (or days from today), and
 * optional fields. Managers precede their reports.
 */
const table = `
Amara   | Okafor    | Chief Executive          | -                | -      | 2017-03-01 | user=admin
Elena   | Petrova   | Engineering Manager      | engineering      | Amara  | 2018-06-04 | user=manager
Hannah  | Fischer   | Head of Product          | product-design   | Amara  | 2018-09-17 |
Grace   | Mbeki     | Head of People           | people           | Amara  | 2019-02-11 | user=hr
Rafael  | Costa     | Head of Customer Success | customer-success | Amara  | 2019-05-20 |
Victor  | Dubois    | Head of Finance          | finance          | Amara  | 2018-01-08 |
Nadia   | Haddad    | Platform Lead            | engineering      | Elena  | 2019-08-05 |
Priya   | Raman     | Staff Engineer           | engineering      | Elena  | 2018-11-12 |
Jonas   | Weber     | Software Engineer        | engineering      | Elena  | 2021-04-06 | user=employee place=Remote
Mateo   | Álvarez   | Software Engineer        | engineering      | Elena  | 2022-10-03 | place=Remote calendar=Spain
Yuki    | Tanaka    | Software Engineer        | engineering      | Elena  | 2020-07-13 | status=on_leave
Samuel  | Osei      | Quality Engineer         | engineering      | Elena  | 2023-03-20 | employment_type=contractor
Oskar   | Lindqvist | Reliability Engineer     | engineering      | Nadia  | 2020-02-03 |
Chloé   | Martin    | Platform Engineer        | engineering      | Nadia  | 2023-09-04 |
Liam    | O'Connor  | Product Manager          | product-design   | Hannah | 2021-01-18 |
Sofia   | Rossi     | Product Designer         | product-design   | Hannah | 2020-05-11 |
Wei     | Chen      | User Researcher          | product-design   | Hannah | 2022-02-14 | employment_type=part_time fte=0.6
Daniel  | Novák     | People Partner           | people           | Grace  | 2021-08-30 |
Ingrid  | Larsen    | Recruiter                | people           | Grace  | 2022-06-13 |
Aisha   | Khan      | Success Manager          | customer-success | Rafael | 2020-10-19 |
Noah    | Williams  | Support Engineer         | customer-success | Rafael | 2022-04-25 |
Maya    | Levi      | Support Engineer         | customer-success | Rafael | 2023-11-06 |
Lucía   | Moreno    | Accountant               | finance          | Victor | 2021-09-27 | employment_type=part_time fte=0.5 schedule=Mornings
Emil    | Hansen    | Junior Engineer          | engineering      | Elena  | +21        | employment_type=intern
`;

/** The ASCII letters of a name, without accents: the key of people in the demo data, and a part of their address. */
export const plainName = (name: string) => name.normalize('NFKD').replace(/[^a-zA-Z]/g, '');

interface DemoPerson {
  first_name: string;
  last_name: string;
  job_title: string;
  work_email: string;
  team: string | null;
  manager: string | null;
  hired: string;
  extra: Record<string, string>;
}

export const people: DemoPerson[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [first_name = '', last_name = '', job_title = '', team = '', manager = '', hired = '', extra = ''] =
      line.split('|').map((cell) => cell.trim());
    const pairs = extra.split(' ').filter(Boolean);
    return {
      first_name,
      last_name,
      job_title,
      work_email: `${plainName(first_name)}.${plainName(last_name)}@demo.test`.toLowerCase(),
      team: team === '-' ? null : team,
      manager: manager === '-' ? null : manager,
      hired,
      extra: Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])),
    };
  });
