import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CaseGate } from './gate.ts';

describe('the gate before the server', () => {
  it('lets one caller in alone once all have left, and the others afterwards', async () => {
    const gate = new CaseGate();
    const story: string[] = [];
    await gate.enter();
    const alone = gate.alone(async () => {
      story.push('alone');
      await turn();
    });
    const late = gate.enter().then(() => story.push('in'));
    await turn();
    expect(story).toEqual([]);
    gate.leave();
    await Promise.all([alone, late]);
    expect(story).toEqual(['alone', 'in']);
  });

  it('opens again after failed work', async () => {
    const gate = new CaseGate();
    await expect(gate.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(gate.enter()).resolves.toBeUndefined();
  });
});
