/** A DNS_LABEL: letters, digits and hyphens, at most 63 characters (document, Container: name). */
export const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
