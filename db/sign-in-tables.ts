import type { Generated } from 'kysely';
import type { Role } from '../roles.ts';

export interface SignInTables {
  admins: {
    id: Generated<number>;
    username: string;
    display_name: Generated<string>; // '' without one
    password_hash: string;
    created_at: string;
    last_login_at: string | null;
    role: Generated<Role>;
  };
  invitations: {
    id: Generated<number>;
    token_hash: string;
    role: Role;
    username: string | null; // null: the invited person chooses
    created_at: string;
    created_by: string;
    expires_at: string;
  };
  sessions: {
    token_hash: string; // SHA-256, hex, as in every `token_hash`: tokens themselves are never stored
    admin_id: number;
    created_at: string;
    last_used_at: string;
    device: string;
    confirmed_at: string | null; // when the user confirmed the session with the password
  };
  devices: {
    token_hash: string;
    admin_id: number;
    last_login_at: string;
    came_back: number; // 1 once the device has sent its cookie back: a program without cookies never does
  };
  login_failures: {
    address: string;
    failures: number;
    last_failed_at: string;
  };
  /** Failures of one name, a part of a count in `login_failures`: a successful sign-in subtracts only these. */
  login_name_failures: {
    address: string;
    name_hash: string; // as in `login_paces`
    failures: number;
    last_failed_at: string;
  };
  login_paces: {
    name_hash: string; // Hashed: the name may not exist, or be a password typed into the wrong field
    failures: number;
    since: string;
  };
  login_links: {
    token_hash: string;
    admin_id: number;
    expires_at: string;
    used_at: string | null; // no longer written: used links are deleted
  };
  /** The TOTP secret is stored in plain text, because codes are computed from it. */
  totp: {
    admin_id: number;
    secret: string;
    confirmed_at: string | null; // Null until a first code is verified; until then no code is asked for
    last_step: number; // The 30 s step of the last accepted code: each is valid once (RFC 6238, 5.2)
  };
  recovery_codes: {
    admin_id: number;
    code_hash: string;
  };
}
