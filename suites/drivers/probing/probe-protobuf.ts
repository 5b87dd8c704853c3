import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import { operationFor } from '../../../spec/surface/operations.ts';
import { resourceById, type ResourceId } from '../../../spec/surface/resources.ts';
import { PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import { minimalObject } from '../../oracle/objects/minimal-objects.ts';
import { isProtobuf } from '../../oracle/protobuf/with-protobuf-read.ts';
import { type Capabilities, type Capability, protobufId } from '../../target/capabilities.ts';
import type { HappeningLine, HeaderPair } from '../../../shared/exchange-log/exchange-log.ts';
import type { Response } from '../../target/target.ts';
import { encodeBody } from '../cases/encode.ts';
import { labelled } from '../cases/expand.ts';
import { Ledger } from '../removal/ledger.ts';
import type { Program } from '../../program/program.ts';
import type { ProbeContext } from './probe-context.ts';
import { isSuccess, removeAll } from '../removal/removal.ts';

/** The requests of the protobuf probe on that resource, as a program. */
export function protobufProbe(resource: ResourceId): Program {
  return [
    { do: 'call', verb: 'create', resource, namespace: 'ns1', body: {}, contentType: PROTOBUF_TYPE },
    { do: 'call', verb: 'list', resource, namespace: 'ns1', accept: PROTOBUF_TYPE },
    { do: 'call', verb: 'delete', resource, namespace: 'ns1', name: 'a' },
    { do: 'call', verb: 'get', resource, namespace: 'ns1', name: 'a' },
  ];
}

/**
 * Sends one body of that resource in protobuf and requests one list in it, and returns, under `protobufId`, whether
 * the target supports protobuf. A target that refuses, or responds in another type, does not: the document leaves the
 * vendor of the type and the code of a refusal open. The rules judge server errors. The created object is removed.
 */
export async function probeProtobuf(context: ProbeContext, resource: ResourceId): Promise<Capabilities> {
  const [bodies, responses] = await Promise.all([tryBodies(context, resource), tryResponses(context, resource)]);
  return { [protobufId('bodies')]: bodies, [protobufId('answers')]: responses };
}

async function tryBodies({ target, recorder, run, slot }: ProbeContext, resource: ResourceId): Promise<Capability> {
  const name = `${run}-protobuf`;
  const path = collection(resource, slot.ns1);
  const object = labelled(minimalObject(resourceById(resource), name, slot.ns1), {
    'plumbline-run': run,
    'plumbline-case': name,
  });
  const response = await target.request(
    {
      method: 'POST',
      target: path,
      headers: [
        ['Accept', 'application/json'],
        ['Content-Type', PROTOBUF_TYPE],
      ],
      body: encodeBody(object, PROTOBUF_TYPE),
    },
    recorder,
  );
  if (isSuccess(response)) {
    const ledger = new Ledger();
    ledger.created(`${path}/${name}`);
    await removeAll(ledger.paths(), target, recorder, ledger, false);
  }
  return isRefusal(response)
    ? lacking(`POST ${path} with a body in ${PROTOBUF_TYPE} returned ${response.status}`)
    : OFFERED;
}

async function tryResponses({ target, recorder, slot }: ProbeContext, resource: ResourceId): Promise<Capability> {
  const path = collection(resource, slot.ns1);
  const response = await target.request(
    { method: 'GET', target: path, headers: [['Accept', PROTOBUF_TYPE]] },
    recorder,
  );
  const type = typeOf(response, recorder.lines);
  if (isRefusal(response)) return lacking(`GET ${path} that accepts ${PROTOBUF_TYPE} returned ${response.status}`);
  return isSuccess(response) && !isProtobuf(type)
    ? lacking(`GET ${path} that accepts ${PROTOBUF_TYPE} returned ${response.status} in ${type ?? 'no type'}`)
    : OFFERED;
}

/** Codes that say nothing about the form of a request: the client may not, nothing is there, or try again later. */
const NOT_ABOUT_THE_FORM: ReadonlySet<number> = new Set([401, 403, 404, 408, 429]);

function isRefusal({ status = 0 }: Response): boolean {
  return status >= 400 && status < 500 && !NOT_ABOUT_THE_FORM.has(status);
}

function typeOf({ exchange }: Response, lines: readonly HappeningLine[]): string | undefined {
  const head = lines.find((line) => line.kind === 'response' && line.exchange === exchange);
  const headers: readonly HeaderPair[] = head?.kind === 'response' ? head.headers : [];
  return headerValue(headers, 'content-type');
}

const OFFERED: Capability = { offer: 'offered' };

function lacking(evidence: string): Capability {
  return { offer: 'unsupported', evidence };
}

function collection(resource: ResourceId, namespace: string): string {
  return (operationFor(resource, 'list')?.path ?? '').replace('{namespace}', encodeURIComponent(namespace));
}
