import { operationOf } from '../../program/program-operations.ts';
import type { WatchStep } from '../../program/program.ts';
import { acceptsGzip } from './wire-call.ts';

/** Watches that a server may delay while others are in time: those of an operation, with or without gzip. */
export type WatchForm = string;

/** The form of a watch step: `GET /api/v1/pods in gzip`. */
export function watchFormOf(step: WatchStep): WatchForm {
  const operation = operationOf(step)?.id ?? '';
  return acceptsGzip(step) ? `${operation} in gzip` : operation;
}
