import type { Locator, Page } from 'playwright-core';

export const SAVED = 'Настройки успешно сохранены!';
export const TEXTS_SAVED = 'Контент сайта успешно обновлен!';

export const field = (page: Page, name: string): Locator => page.locator(`form [name="${name}"]`);

export async function save(page: Page, said: string | RegExp = SAVED): Promise<void> {
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await page.getByText(said).first().waitFor();
}
