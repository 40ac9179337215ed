/** «24 КБ», «1,4 МБ», «8,0 ГБ», with a no-break space. */
export function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))}\u00a0КБ`;
  const megabytes = kilobytes / 1024;
  const [size, unit] = megabytes < 1000 ? [megabytes, 'МБ'] : [megabytes / 1024, 'ГБ'];
  return `${size.toFixed(1).replace('.', ',')}\u00a0${unit}`;
}

/** «3:05», «1:02:03». */
export function lengthText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
