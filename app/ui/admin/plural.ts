const rules = new Intl.PluralRules('ru');

/** «1 новость», «3 новости», «25 новостей». */
export function plural(count: number, one: string, few: string, many: string): string {
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { one, few };
  return `${count} ${forms[rules.select(count)] ?? many}`;
}
