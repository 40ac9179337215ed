import { ADMINISTRATORS } from '../roles.ts';
import type { Resource } from './resource.ts';

export const administration = {
  admin: {
    isAdministration: true,
    sentences: {
      'admin.create': 'Администратор «{subject}» добавлен.',
      'admin.add': 'Сотрудник «{subject}» добавлен, роль: {title}.',
      'admin.role': 'Роль сотрудника «{subject}» изменена: {title}.',
      'admin.name': 'Сотрудник «{subject}» подписан в панели «{title}».',
      'admin.delete': 'Сотрудник «{subject}» удалён.',
      'admin.password': 'Пароль сотрудника «{subject}» изменён.',
      'admin.link': 'Ссылка для входа сотрудника «{subject}» создана на сервере.',
      'admin.totp-on': 'Двухфакторный вход сотрудника «{subject}» включён.',
      'admin.totp-off': 'Двухфакторный вход сотрудника «{subject}» выключен.',
      'admin.totp-reset': 'Двухфакторный вход сотрудника «{subject}» сброшен.',
      'admin.recovery-code': 'Запасной код сотрудника «{subject}» использован.',
    },
    screen: {
      path: 'administrators',
      file: 'admins',
      title: 'Команда',
      roles: ADMINISTRATORS,
      entry: {
        part: 'administration',
        icon: 'M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3 19.5c.4-3.3 2.800-5 6-5s5.600 1.700 6 5M15.5 5.3a3.25 3.25 0 0 1 0 5.900M17 14.800c2.3.6 3.700 2.200 4 4.700',
      },
    },
  },
  invitation: {
    isAdministration: true,
    sentences: {
      'invitation.create': 'Приглашение создано: {title}.',
      'invitation.revoke': 'Приглашение отозвано: {title}.',
      'invitation.accept': 'Приглашение принято: «{subject}», {title}.',
    },
  },
  session: {
    isAdministration: true,
    sentences: {
      'session.login': 'Вход в панель.',
      'session.link': 'Вход в панель по ссылке с сервера.',
      'session.revoke': 'Сеанс завершён.',
      'session.confirm': 'Пароль введён ещё раз, чтобы изменить команду.',
    },
  },
  alert: {
    isAdministration: true,
    sentences: { 'alert.test': 'Пробное оповещение отправлено из раздела [«Проверка сайта»](/admin/doctor).' },
  },
} as const satisfies Record<string, Resource>;
