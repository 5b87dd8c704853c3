import type { FieldError } from './strategy.ts';

/** Collects validation errors. */
export type StatusCauses = FieldError[];

export function required(causes: StatusCauses, field: string, message = 'is required'): void {
  causes.push({ reason: 'FieldValueRequired', field, message });
}

export function invalid(causes: StatusCauses, field: string, message: string): void {
  causes.push({ reason: 'FieldValueInvalid', field, message });
}

export function forbidden(causes: StatusCauses, field: string, message: string): void {
  causes.push({ reason: 'FieldValueForbidden', field, message });
}

export function duplicate(causes: StatusCauses, field: string, value: unknown): void {
  causes.push({ reason: 'FieldValueDuplicate', field, message: `${shown(value)} is there already` });
}

export function tooLong(causes: StatusCauses, field: string, message: string): void {
  causes.push({ reason: 'FieldValueTooLong', field, message });
}

export function notFound(causes: StatusCauses, field: string, message: string): void {
  causes.push({ reason: 'FieldValueNotFound', field, message });
}

/** For enumerations. */
export function notSupported(causes: StatusCauses, field: string, value: unknown, supported: readonly string[]): void {
  causes.push({
    reason: 'FieldValueNotSupported',
    field,
    message: `${shown(value)} is not one of ${supported.join(', ')}`,
  });
}

/** A value for a message, cut where it is long. */
export function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing';
  return json.length > 80 ? `${json.slice(0, 77)}...` : json;
}
