const rules = new Intl.PluralRules('ru');

/** «новость» of 1, «новости» of 3, «новостей» of 25. */
export function pluralForm(count: number, one: string, few: string, many: string): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { one, few };
  return forms[rules.select(count)] ?? many;
}

/** «1 новость», «3 новости», «25 новостей». */
export function plural(count: number, one: string, few: string, many: string): string {
  return `${count} ${pluralForm(count, one, few, many)}`;
}
