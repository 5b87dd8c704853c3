import { describe, expect, it } from 'vitest';
import { Waits } from './waits.ts';

const FORMS = ['pods', 'pods in gzip', 'jobs', 'services'];

function waits(): Waits {
  return new Waits({ relent: () => undefined });
}

function settleOften(all: Waits, forms: readonly string[]): void {
  for (let times = 0; times < 4; times += 1) all.settle('missing', forms);
}

describe('the waits for events that do not come', () => {
  it('are settled for a form of watches after four full ones', () => {
    const all = waits();
    for (let times = 0; times < 3; times += 1) all.settle('missing', ['pods']);
    expect(all.areSettled('missing', ['pods'])).toBe(false);
    all.settle('missing', ['pods']);
    expect(all.areSettled('missing', ['pods'])).toBe(true);
    expect(all.areSettled('missing', ['pods', 'jobs'])).toBe(false);
    expect(all.areSettled('unapplied', ['pods'])).toBe(false);
  });

  it('are settled for a form after one full one if three others are silent', () => {
    const all = waits();
    settleOften(all, FORMS.slice(0, 3));
    expect(all.areSettled('missing', ['services'])).toBe(false);
    all.settle('missing', ['services']);
    expect(all.areSettled('missing', ['services'])).toBe(true);
  });

  it('need four full ones again if a watch was late', () => {
    const all = waits();
    settleOften(all, FORMS.slice(0, 3));
    all.relent(['pods']);
    all.settle('missing', ['services']);
    expect(all.areSettled('missing', ['services'])).toBe(false);
  });
});
