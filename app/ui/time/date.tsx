interface Props {
  date: string;
  text: string;
  className?: string | undefined;
}

export function DateText({ date, text, className }: Props) {
  const day = <time dateTime={date}>{text}</time>;
  return className ? <span className={className}>{day}</span> : day;
}
