import { createHash } from 'node:crypto';
import { append } from '../../../shared/group-by.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { isAbsent, items, members, type Members, number, text } from './json-members.ts';

/** The stored subsets of Endpoints: repacked in dialects that validate such kinds, else as sent. */
export function storedSubsets(subsets: unknown, choices: DialectChoices): unknown {
  return choices['resources.other-kinds'] === 'validated' && Array.isArray(subsets)
    ? repackedSubsets(subsets)
    : subsets;
}

/** The addresses of a port, each with its readiness. */
interface PortAddresses {
  readonly port: Members;
  readonly met: Map<Members, boolean>;
}

/**
 * Subsets of Endpoints as the real system stores them: each address once for each of its ports, not ready if any
 * subset says so, and one subset for all ports with the same addresses. Addresses are ordered by IP and by the uid
 * of their target; ports and subsets have an arbitrary but stable order.
 * A worked example: `[{addresses: [{ip: '10.0.0.2'}, {ip: '10.0.0.1'}], ports: [a]}, {addresses: [{ip: '10.0.0.1'},
 * {ip: '10.0.0.2'}], ports: [b]}]` becomes `[{addresses: [{ip: '10.0.0.1'}, {ip: '10.0.0.2'}], ports: [a, b]}]`, or
 * the same with `[b, a]`.
 */
function repackedSubsets(subsets: readonly unknown[]): Members[] {
  const alike = new Map<string, PortAddresses[]>();
  for (const port of portsOf(subsets.map(members))) {
    const key = JSON.stringify(
      inOrder([...port.met.keys()]).map((address) => [addressKey(address), port.met.get(address)]),
    );
    append(alike, key, port);
  }
  return byDigest([...alike.values()].filter(([first]) => first?.met.size !== 0).map(subsetOf), printedSubset);
}

/** Every port of a subset, once. */
function portsOf(subsets: readonly Members[]): Iterable<PortAddresses> {
  const ports = new Map<string, PortAddresses>();
  const addresses = new Map<string, Members>();
  for (const { ports: named, addresses: ready, notReadyAddresses: unready } of subsets) {
    for (const port of items(named).map(members)) {
      const key = printedPort(port);
      const { met } = ports.get(key) ?? { met: new Map<Members, boolean>() };
      ports.set(key, { port, met });
      const meet = (sent: Members, isReady: boolean): void => {
        const address = addresses.get(addressKey(sent)) ?? sent;
        addresses.set(addressKey(sent), address);
        met.set(address, isReady && met.get(address) !== false);
      };
      for (const address of items(ready)) meet(members(address), true);
      for (const address of items(unready)) meet(members(address), false);
    }
  }
  return ports.values();
}

function subsetOf(ports: readonly PortAddresses[]): Members {
  const met = ports[0]?.met ?? new Map<Members, boolean>();
  const those = (isReady: boolean): Members[] =>
    inOrder([...met].filter(([, ready]) => ready === isReady).map(([address]) => address));
  const [ready, unready] = [those(true), those(false)];
  return {
    ...(ready.length === 0 ? {} : { addresses: ready }),
    ...(unready.length === 0 ? {} : { notReadyAddresses: unready }),
    ports: byDigest(
      ports.map(({ port }) => port),
      printedPort,
    ),
  };
}

/** Two pods may share the address of their node. */
function addressKey({ ip, targetRef }: Members): string {
  return JSON.stringify([text(ip), ...(isAbsent(targetRef) ? [] : [text(members(targetRef)['uid'])])]);
}

function inOrder(addresses: readonly Members[]): Members[] {
  return [...addresses].sort(
    (a, b) => compare(text(a['ip']), text(b['ip'])) || compareTargets(a['targetRef'], b['targetRef']),
  );
}

/** An address without a target comes first. */
function compareTargets(a: unknown, b: unknown): number {
  if (isAbsent(a) || isAbsent(b)) return Number(isAbsent(b)) - Number(isAbsent(a));
  return compare(text(members(a)['uid']), text(members(b)['uid']));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : Number(a > b) * 2 - 1;
}

/** Sorts values by the MD5 digest of their printed form. */
function byDigest(values: readonly Members[], printed: (value: Members) => string): Members[] {
  const keyed = values.map((value) => ({ value, digest: createHash('md5').update(printed(value)).digest('hex') }));
  return keyed.sort((a, b) => compare(a.digest, b.digest)).map(({ value }) => value);
}

/** A subset in Go's printed form with types, from which the real system makes its digests. */
function printedSubset({ addresses, notReadyAddresses, ports }: Members): string {
  const lists = [
    ['Addresses', addresses],
    ['NotReadyAddresses', notReadyAddresses],
  ] as const;
  const met = lists.map(
    ([name, list]) =>
      `${name}:([]api.EndpointAddress)${
        items(list).length === 0
          ? '<nil>'
          : `[${items(list)
              .map((address) => printedAddress(members(address)))
              .join(' ')}]`
      }`,
  );
  return `(api.EndpointSubset){${met.join(' ')} Ports:([]api.EndpointPort)[${items(ports)
    .map((port) => portMembers(members(port)))
    .join(' ')}]}`;
}

function printedAddress({ ip, hostname, nodeName, targetRef }: Members): string {
  return `{IP:(string)${text(ip)} Hostname:(string)${text(hostname)} NodeName:(*string)${isAbsent(nodeName) ? '<nil>' : text(nodeName)} TargetRef:(*api.ObjectReference)${isAbsent(targetRef) ? '<nil>' : printedTarget(members(targetRef))}}`;
}

function printedTarget({ kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath }: Members): string {
  const first = `Kind:(string)${text(kind)} Namespace:(string)${text(namespace)} Name:(string)${text(name)} UID:(types.UID)${text(uid)}`;
  return `{${first} APIVersion:(string)${text(apiVersion)} ResourceVersion:(string)${text(resourceVersion)} FieldPath:(string)${text(fieldPath)}}`;
}

function printedPort(port: Members): string {
  return `(api.EndpointPort)${portMembers(port)}`;
}

function portMembers({ name, port, protocol }: Members): string {
  return `{Name:(string)${text(name)} Port:(int32)${number(port)} Protocol:(api.Protocol)${text(protocol)}}`;
}
