import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SavedCase } from '../../engine/run-config.ts';
import { RULES } from '../../rules/index.ts';
import { formatSavedCase, readSavedCase, savedCaseOf } from './saved-case.ts';

const PAIR = { rule: 'get/absent-object-is-refused', operation: 'GET /api/v1/namespaces/{namespace}/pods/{name}' };
const VIOLATION = {
  expected: '404',
  actual: '200',
  curl: [],
  replay: '',
  transcript: [],
  exchanges: [],
  fingerprint: '',
  program: [{ do: 'call', verb: 'get', resource: 'pods', namespace: 'ns1', name: 'absent' }],
  sender: 'world/mixed-walk',
  intermittent: { failed: 1, sent: 12 },
  withinMs: 12,
};

describe('the file of a saved case', () => {
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'saved-case-'));
    file = join(folder, 'case.json');
  });

  afterAll(() => rm(folder, { recursive: true }));

  function saved(): SavedCase {
    const found = savedCaseOf(PAIR, VIOLATION);
    if (found === undefined) throw new Error('the violation has a program');
    return found;
  }

  it('holds all that sends the case again', async () => {
    await writeFile(file, formatSavedCase(saved()));
    const read = await readSavedCase('--replay', file, RULES);
    expect(read).toMatchObject({ ...PAIR, program: VIOLATION.program, sender: VIOLATION.sender, withinMs: 12 });
  });

  it.each([
    [{ program: {} }, 'is not a saved case'],
    [{ program: [{ do: 'fly' }] }, 'the program is wrong at /0/do'],
    [{ rule: 'get/of-the-rich' }, "rule 'get/of-the-rich', which does not exist"],
    [{ operation: 'GET /api/v1/nodes' }, "'GET /api/v1/nodes', which get/absent-object-is-refused does not cover"],
    [{ sender: 'list/a\nhost: b' }, `'sender' is "list/a\\nhost: b". Give the id of the rule that made the case`],
    [{ sender: 7 }, "'sender' is 7"],
    [{ intermittent: { failed: 2, sent: 1 } }, `'intermittent' is {"failed":2,"sent":1}. Give how often`],
    [{ withinMs: -1 }, "'withinMs' is -1. Give the milliseconds"],
  ])('is refused with %j, in one line', async (change, text) => {
    await writeFile(file, JSON.stringify({ ...saved(), ...change }));
    const refusal = await readSavedCase('--replay', file, RULES).catch((error: unknown) => String(error));
    expect(refusal).toContain(text);
    expect(refusal).toContain(`--replay: ${file}`);
    expect(String(refusal).split('\n')).toHaveLength(1);
  });
});
