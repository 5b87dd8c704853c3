import { dump } from 'js-yaml';
import type { HandlerResponse } from '../handler-response.ts';
import { YAML_CODEC } from '../media/codecs.ts';
import type { Accepted } from '../media/negotiation.ts';
import type { sendResponse } from './send-response.ts';

/** Characters that JSON does not escape and YAML must. */
const CONTROL = /[\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

const FAILURE = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'yaml: control characters are not allowed',
  code: 500,
};

/**
 * Sends like `send`, but like servers of some dialects, which convert JSON to YAML and fail at these characters when
 * the head is sent.
 */
export function failingAtControlCharacters(send: typeof sendResponse): typeof sendResponse {
  return (response, content, form) =>
    send(response, content, form.codec === YAML_CODEC && hasControlCharacters(content) ? inFailure(form) : form);
}

function hasControlCharacters(response: HandlerResponse): boolean {
  return CONTROL.test(JSON.stringify(response.value()));
}

function inFailure(form: Accepted): Accepted {
  return { ...form, codec: { ...YAML_CODEC, encode: () => Buffer.from(dump(FAILURE)) } };
}
