import { type Misspelt, misspelt } from '../config/settings.ts';

/** A line for each variable that looks like a setting and is none. */
export function warnOfMisspelt(env: NodeJS.ProcessEnv): string[] {
  return misspelt(env).map((each) => `${each.name} is no setting of rampa and has no effect: ${hintOf(each)}.`);
}

function hintOf({ meant, alike }: Misspelt): string {
  if (meant) return `${meant} was probably meant`;
  return alike.length > 0 ? `there is ${alike.join(', ')}` : 'README.md lists the settings';
}
