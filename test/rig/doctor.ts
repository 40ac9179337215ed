import type { DoctorReport } from '../../ops/doctor/report.ts';

/** What a report says of one thing. */
export function lineOf({ groups }: Pick<DoctorReport, 'groups'>, id: string) {
  return groups.flatMap(({ lines }) => lines).find((line) => line.id === id);
}
