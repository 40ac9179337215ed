import type { Generated } from 'kysely';

/** The tables of who gets in. */

export interface AdminTable {
  id: Generated<number>;
  username: string;
  password_hash: string;
  created_at: string;
  last_login_at: string | null;
}

export interface SessionTable {
  /** SHA-256 of the token, hexadecimal: the token itself is never stored. */
  token_hash: string;
  admin_id: number;
  created_at: string;
  last_used_at: string;
  /** Browser and system, in words. */
  device: string;
}

export interface LoginFailureTable {
  /** Where wrong passwords came from: a network address, a known device, or a signed-in administrator. */
  address: string;
  failures: number;
  last_failed_at: string;
}

/** A browser in which an administrator once signed in. */
export interface DeviceTable {
  /** SHA-256 of the cookie, hexadecimal. */
  token_hash: string;
  admin_id: number;
  last_login_at: string;
  /** 1 when it brought its cookie along once; a program without cookies never does. */
  came_back: number;
}

/** Wrong passwords from unknown devices for one name, within one minute. */
export interface LoginPaceTable {
  /** Of the name as it was given: there may be no such administrator, and it may be a password typed in the wrong field. */
  name_hash: string;
  failures: number;
  since: string;
}

/** Single-use links that the command line prints. */
export interface LoginLinkTable {
  /** SHA-256 of the secret in the link, hexadecimal. */
  token_hash: string;
  admin_id: number;
  expires_at: string;
  used_at: string | null;
}

/** The key of an administrator's code app. It has to be readable, because codes are made from it. */
export interface TotpTable {
  admin_id: number;
  /** Base32. */
  secret: string;
  /** Null until a first code has shown that the app has the key: until then it is not asked for. */
  confirmed_at: string | null;
  /** The 30 s step of the last code that was taken: each is good once. */
  last_step: number;
}

export interface RecoveryCodeTable {
  admin_id: number;
  code_hash: string;
}
