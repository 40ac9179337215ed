interface Props {
  date: string;
  text: string;
  /** «12+», after the date. */
  age?: string | undefined;
  className?: string | undefined;
}

export function DateText({ date, text, age, className }: Props) {
  const day = <time dateTime={date}>{text}</time>;
  if (!className) return day;
  return (
    <span className={className}>
      {day}
      {age && (
        <>
          {' · '}
          <b>{age}</b>
        </>
      )}
    </span>
  );
}
