import type { AccountTextKey } from './en-account.ts'

/** German, to visitors in the polite form. */
export const germanAccount: Readonly<Record<AccountTextKey, string>> = {
  accountFirst:
    'Willkommen, und herzlichen Glückwunsch zu Ihrer neuen Website {name}. Sie verwalten sie als Erste: Wählen Sie einen Benutzernamen und ein Passwort, dann können Sie zu schreiben beginnen. Andere laden Sie später ein.',
  accountInvited:
    'Sie sind eingeladen, für diese Website zu schreiben. Wählen Sie einen Benutzernamen und ein Passwort; beide gehören nur Ihnen.',
  accountNeedsScript: 'Die Registrierung braucht JavaScript.',
  accountUsername: 'Benutzername',
  accountUsernameHint: '2 bis 40 Buchstaben, Ziffern, Punkte, Bindestriche oder Unterstriche.',
  accountPassword: 'Passwort',
  accountPasswordHint: 'Mindestens 10 Zeichen, die schwer zu erraten sind.',
  accountShowPassword: 'Passwort anzeigen',
  accountRequired: 'Bitte füllen Sie dieses Feld aus.',
  accountCreate: 'Konto anlegen',
  accountCreating: 'Konto wird angelegt …',
  accountCreated: 'Registrierung erfolgreich',
  accountCreatedText: 'Ihr Konto ist angelegt, und Sie sind jetzt angemeldet.',
  accountFailed: 'Registrierung fehlgeschlagen',
  accountUnreachable: 'Der Server ist nicht erreichbar. Bitte versuchen Sie es noch einmal.',
  faultClosed: 'Die Registrierung ist geschlossen.',
  faultNameSigns:
    'Ein Benutzername hat 2 bis 40 Buchstaben, Ziffern, Punkte, Bindestriche oder Unterstriche.',
  faultNameScripts:
    'Ein Benutzername hat Buchstaben nur einer Schrift: Lateinische und kyrillische sehen zum Beispiel gleich aus.',
  faultNameTaken: 'Dieser Benutzername ist vergeben.',
  faultNameAlike: 'Dieser Benutzername liest sich wie der einer anderen Person in der Verwaltung.',
  faultPasswordShort: 'Ein Passwort hat mindestens 10 Zeichen.',
  faultPasswordLong: 'Ein Passwort hat höchstens 256 Zeichen.',
  faultPasswordName: 'Ein Passwort darf den Benutzernamen nicht enthalten.',
  faultPasswordSigns: 'Ein Passwort braucht mehr als drei verschiedene Zeichen.',
  faultPasswordPersonal:
    'Dieses Passwort ist leicht zu erraten: Es besteht aus Ihrem Namen, Ihrer Adresse oder denen der Website.',
  faultPasswordEasy:
    'Dieses Passwort ist leicht zu erraten. Nehmen Sie mehrere Wörter, die nicht zusammengehören.',
  faultLink: 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
  faultAttempts: 'Zu viele Versuche. Bitte versuchen Sie es in {minutes} min noch einmal.',
  resetTitle: 'Neues Passwort',
  resetDescription: 'Für Administratoren, die ihr Passwort vergessen haben.',
  resetForgotten: 'Passwort vergessen?',
  resetOpenText:
    'Wählen Sie ein neues Passwort. Sie werden überall abgemeldet und melden sich mit dem neuen an.',
  resetClosedText:
    'Dieser Link ist abgelaufen oder wurde schon benutzt. Bitte fordern Sie einen neuen an.',
  resetByMailText:
    'Sagen Sie uns, wer Sie sind; dann geht ein Link für ein neues Passwort an die Mailadresse Ihres Profils.',
  resetByHandText:
    'Diese Website verschickt keine Mails. Bitten Sie einen anderen Administrator um einen Link für ein neues Passwort: Er erstellt ihn in der Verwaltung unter „Users“. Gibt es keinen anderen, setzt die Person, die den Server betreibt, mit dem Befehl {command} ein neues Passwort.',
  resetNeedsScript: 'Ein neues Passwort braucht JavaScript.',
  resetAnother: 'Neuer Link',
  resetPassword: 'Neues Passwort',
  resetSet: 'Passwort setzen',
  resetSetting: 'Wird gesetzt …',
  resetDone: 'Ihr neues Passwort ist gesetzt. Sie können sich jetzt damit anmelden.',
  resetWho: 'Benutzername oder Mailadresse',
  resetSend: 'Link senden',
  resetSending: 'Wird gesendet …',
  resetSent:
    'Wenn es ein solches Konto mit einer Mailadresse gibt, ist ein Link unterwegs. Er gilt eine Stunde. Kommt nichts an, bitten Sie einen anderen Administrator um einen Link.',
}
