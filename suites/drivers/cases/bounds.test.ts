import { describe, expect, it } from 'vitest';
import { outOfBounds, selectionOf, trespass } from './bounds.ts';
import type { CallStep, WatchStep } from '../../program/program.ts';
import type { SlotNamespaces } from '../namespaces/slot-namespaces.ts';

const CONFINED: SlotNamespaces = { ns1: 'mine' };
const FREE: SlotNamespaces = { ns1: 'a', ns11: 'b', ns2: 'c' };
const MAPS = '/api/v1/namespaces/mine/configmaps';
const OWNER = { run: 'p1', caseId: 'p1-7', created: new Set([`${MAPS}/made`]) };

const call = (verb: CallStep['verb'], more: Partial<CallStep> = {}): CallStep => ({
  do: 'call',
  verb,
  resource: 'configmaps',
  ...more,
});
const write = (method: string, target: string): string | undefined =>
  trespass({ method, target, path: target.split('?')[0] ?? '' }, OWNER);
const selecting = (selector: string): string | undefined =>
  write('DELETE', `${MAPS}?labelSelector=${encodeURIComponent(selector)}`);

describe('the bounds of a run in one namespace', () => {
  it('leave out steps in another namespace, in all of them or in none', () => {
    const watch: WatchStep = { do: 'watch', as: 'w', verb: 'watchAll', via: 'path', resource: 'configmaps' };
    for (const step of [
      call('create', { namespace: 'ns11' }),
      call('list', { namespace: 'ns2' }),
      call('list', { namespace: '{{new}}' }),
      call('listAll'),
      call('get', { resource: 'namespaces', name: 'x' }),
      watch,
    ]) {
      expect(outOfBounds(step, CONFINED)).toMatch(/beyond/);
      expect(outOfBounds(step, FREE)).toBeUndefined();
    }
    expect(outOfBounds(call('create', { namespace: 'ns1' }), CONFINED)).toBeUndefined();
    expect(outOfBounds(call('discover'), CONFINED)).toBeUndefined();
  });

  it('let a case write its own objects only', () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      expect(write(method, `${MAPS}/p1-7-a`)).toBeUndefined();
      expect(write(method, `${MAPS}/made`)).toBeUndefined();
      expect(write(method, `${MAPS}/theirs`)).toMatch(/not of this case/);
    }
    expect(write('GET', `${MAPS}/theirs`)).toBeUndefined();
    expect(write('POST', MAPS)).toBeUndefined();
  });

  it('let a collection be deleted only by a selector that requires the label of the run or the case', () => {
    for (const own of [
      'plumbline-case=p1-7',
      'plumbline-run==p1',
      'a=b,plumbline-case=p1-7',
      'x notin (a,b), plumbline-run = p1',
    ])
      expect(selecting(own)).toBeUndefined();
    for (const wide of [
      '',
      'a=b',
      'plumbline-run!=p1',
      'plumbline-run=p2',
      'plumbline-run',
      'x in (a,plumbline-run=p1,b)',
      'xplumbline-run=p1',
    ])
      expect(selecting(wide)).toMatch(/without selecting/);
    expect(write('DELETE', MAPS)).toMatch(/without selecting/);
    expect(write('DELETE', `${MAPS}?labelSelector=plumbline-run%3Dp1&labelSelector=a`)).toMatch(/without selecting/);
  });

  it('try a collection delete as a list by the same selectors', () => {
    const target = `${MAPS}?labelSelector=a%3Db&fieldSelector=metadata.name%3Dx&timeoutSeconds=3`;
    expect(selectionOf({ method: 'DELETE', path: MAPS, target })).toBe(
      `${MAPS}?labelSelector=a%3Db&fieldSelector=metadata.name%3Dx`,
    );
    expect(selectionOf({ method: 'DELETE', path: `${MAPS}/x`, target: `${MAPS}/x` })).toBeUndefined();
    expect(selectionOf({ method: 'GET', path: MAPS, target })).toBeUndefined();
  });
});
