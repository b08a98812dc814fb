import { randomUUID } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import pg from 'pg';
import {
  columnStatement,
  commentStatement,
  countStatement,
  createInColumnStatement,
  createStatement,
  fields,
  listStatement,
  moveStatement,
  patchAllStatement,
  patchStatement,
  readStatement,
} from './floor-statements.ts';

// The floor: Express and pg without credentials, validation, row scopes and logs.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = express();
app.use(express.json());

const orgOf = (req: Request) => Number(req.headers['x-org-id']);
const userOf = (req: Request) => Number(req.headers['x-user-id']);
const fieldNames = Object.keys(fields);
const allFields = (req: Request) => fieldNames.map((name) => req.body[name]);

app.get('/api/health', (_req, res) => {
  res.json({ status: 'ok' });
});

app.post('/api/tasks', async (req: Request, res: Response) => {
  const { title, description, priority, label } = req.body;
  const values = [orgOf(req), title, description, priority, label, 1, randomUUID()];
  const { rows } = await pool.query({ name: 'create', text: createStatement, values });
  res.status(201).json(rows[0]);
});

// Writes of the scenario `whole`, with every field of a task. The scenario `create` also uses the first one.
app.post('/api/columns/:status/tasks', async (req: Request, res: Response) => {
  const values = [orgOf(req), randomUUID(), userOf(req), req.params.status, ...allFields(req)];
  const { rows } = await pool.query({ name: 'create_in_column', text: createInColumnStatement, values });
  res.status(201).json(rows[0]);
});

app.put('/api/tasks/:id', async (req: Request, res: Response) => {
  const values = [orgOf(req), randomUUID(), userOf(req), Number(req.params.id), ...allFields(req)];
  const { rows } = await pool.query({ name: 'patch_all', text: patchAllStatement, values });
  res.json(rows[0]);
});

app.post('/api/tasks/:id/comments', async (req: Request, res: Response) => {
  const values = [orgOf(req), randomUUID(), userOf(req), Number(req.params.id), req.body.body];
  const { rows } = await pool.query({ name: 'comment', text: commentStatement, values });
  res.status(201).json(rows[0]);
});

app.get('/api/tasks/:id', async (req: Request, res: Response) => {
  const values = [orgOf(req), Number(req.params.id)];
  const { rows } = await pool.query({ name: 'read', text: readStatement, values });
  res.json(rows[0]);
});

app.patch('/api/tasks/:id', async (req: Request, res: Response) => {
  const { title, priority } = req.body;
  const values = [orgOf(req), Number(req.params.id), title, priority, 1, randomUUID()];
  const { rows } = await pool.query({ name: 'patch', text: patchStatement, values });
  res.json(rows[0]);
});

app.post('/api/tasks/:id/move', async (req: Request, res: Response) => {
  const values = [orgOf(req), Number(req.params.id), req.body.status, 1, randomUUID()];
  const { rows } = await pool.query({ name: 'move', text: moveStatement, values });
  res.json(rows[0]);
});

app.get('/api/tasks', async (req: Request, res: Response) => {
  if (req.query.status !== undefined) {
    const values = [orgOf(req), req.query.status, Number(req.query.limit)];
    const { rows } = await pool.query({ name: 'column', text: columnStatement, values });
    res.json({ data: rows, total: rows[0]?.total ?? 0 });
    return;
  }
  const [data, count] = await Promise.all([
    pool.query(listStatement, [orgOf(req), Number(req.query.limit)]),
    pool.query(countStatement, [orgOf(req)]),
  ]);
  res.json({ data: data.rows, total: count.rows[0].total });
});

app.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
