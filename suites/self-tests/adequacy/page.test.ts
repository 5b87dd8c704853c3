import { describe, expect, it } from 'vitest';
import type { ListedGeneratedFault } from '../../../shared/verdict-log/generated-faults.ts';
import type { Measured } from './page.ts';
import { adequacyPage } from './page.ts';

function fault(name: string): ListedGeneratedFault {
  return {
    name,
    family: 'param',
    summary: `The server of ${name}.`,
    operations: ['GET /api/v1'],
    clause: 'parameters.list.pretty',
  };
}

const BY = { rule: 'list/a', operation: 'GET /api/v1', found: 'near' } as const;

const MEASURED: readonly Measured[] = [
  { fault: fault('param/one'), outcome: 'killed', by: BY },
  { fault: fault('param/two'), outcome: 'survived', blockedBy: 'world/plain-calls-succeed' },
  { fault: { ...fault('param/three'), allowed: 'The document is silent.' }, outcome: 'flagged', by: BY },
  { fault: fault('param/four'), outcome: 'does nothing' },
];

describe('the page of a measurement', () => {
  const page = adequacyPage(MEASURED, { sample: 4, seed: 1, runs: 30, derived: new Map([['param', 9]]) });

  it('counts what was killed among what breaks the document', () => {
    expect(page).toContain('fails 1: 50.0 %');
    expect(page).toContain('| param | 9 | 1 | 1 | 0 | 1 | 1 | 0 |');
  });

  it('has a sentence for each survivor, with the rule that blocked it', () => {
    expect(page).toContain(
      '- `param/two`: The server of param/two. (parameters.list.pretty) A run does not pass, but names no failure: blocked by `world/plain-calls-succeed`.',
    );
  });

  it('has what is allowed and was flagged, and what has no effect', () => {
    expect(page).toContain(
      '- `param/three`: The server of param/three. The document is silent. Failed: `list/a` on `GET /api/v1`.',
    );
    expect(page).toContain('- `param/four`: does nothing: The server of param/four.');
  });
});
