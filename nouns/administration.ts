import { ADMINISTRATORS, ROLES } from '../roles.ts';
import type { Noun } from './noun.ts';

export const administration = {
  admin: {
    isAdministration: true,
    sentences: {
      'admin.create': 'Администратор «{subject}» добавлен.',
      'admin.add': 'Участник «{subject}» добавлен, роль: {title}.',
      'admin.role': 'Роль участника «{subject}» изменена: {title}.',
      'admin.delete': 'Участник «{subject}» удалён.',
      'admin.password': 'Пароль участника «{subject}» изменён.',
      'admin.link': 'Ссылка для входа участника «{subject}» создана на сервере.',
      'admin.totp-on': 'Двухфакторный вход участника «{subject}» включён.',
      'admin.totp-off': 'Двухфакторный вход участника «{subject}» выключен.',
      'admin.totp-reset': 'Двухфакторный вход участника «{subject}» сброшен.',
      'admin.recovery-code': 'Запасной код участника «{subject}» использован.',
    },
    roles: {
      'GET /api/admin/me': ROLES,
      'PUT /api/admin/me/password': ROLES,
      'GET /api/admin/me/totp': ROLES,
      'POST /api/admin/me/totp': ROLES,
      'PUT /api/admin/me/totp': ROLES,
      'POST /api/admin/me/totp/off': ROLES,
      'GET /api/admin/admins': ADMINISTRATORS,
      'POST /api/admin/admins': ADMINISTRATORS,
      'DELETE /api/admin/admins/:id': ADMINISTRATORS,
      'PUT /api/admin/admins/:id/password': ADMINISTRATORS,
      'PUT /api/admin/admins/:id/role': ADMINISTRATORS,
      'DELETE /api/admin/admins/:id/totp': ADMINISTRATORS,
    },
    confirmed: [
      'POST /api/admin/admins',
      'DELETE /api/admin/admins/:id',
      'PUT /api/admin/admins/:id/password',
      'PUT /api/admin/admins/:id/role',
      'DELETE /api/admin/admins/:id/totp',
    ],
    screen: {
      path: 'administrators',
      file: 'admins',
      title: 'Команда',
      roles: ADMINISTRATORS,
      menu: 'house',
      icon: 'M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3 19.5c.4-3.3 2.800-5 6-5s5.600 1.700 6 5M15.5 5.3a3.25 3.25 0 0 1 0 5.900M17 14.800c2.3.6 3.700 2.200 4 4.700',
    },
  },
  invitation: {
    isAdministration: true,
    sentences: {
      'invitation.create': 'Приглашение создано: {title}.',
      'invitation.revoke': 'Приглашение отозвано: {title}.',
      'invitation.accept': '«{subject}» принимает приглашение: {title}.',
    },
    open: ['/api/auth/invitation'],
    roles: {
      'GET /api/admin/invitations': ADMINISTRATORS,
      'POST /api/admin/invitations': ADMINISTRATORS,
      'DELETE /api/admin/invitations/:id': ADMINISTRATORS,
    },
    confirmed: ['POST /api/admin/invitations'],
  },
  session: {
    isAdministration: true,
    sentences: {
      'session.login': 'Вход в панель.',
      'session.link': 'Вход в панель по ссылке с сервера.',
      'session.revoke': 'Сеанс завершён.',
      'session.confirm': 'Пароль введён ещё раз, чтобы изменить команду.',
    },
    open: ['/api/auth/login', '/api/auth/link'],
    roles: {
      'GET /api/auth/verify': ROLES,
      'POST /api/auth/logout': ROLES,
      'POST /api/auth/confirm': ADMINISTRATORS,
      'GET /api/admin/sessions': ROLES,
      'DELETE /api/admin/sessions/:id': ROLES,
    },
  },
  alert: {
    isAdministration: true,
    sentences: { 'alert.test': 'Пробное оповещение отправлено из раздела [«Проверка сайта»](/admin/doctor).' },
    roles: {
      'GET /api/admin/alerts': ADMINISTRATORS,
      'POST /api/admin/alerts/test': ADMINISTRATORS,
    },
  },
} as const satisfies Record<string, Noun>;
