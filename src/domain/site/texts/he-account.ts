import type { AccountTextKey } from './en-account.ts'

/** Hebrew. */
export const hebrewAccount: Readonly<Record<AccountTextKey, string>> = {
  accountFirst:
    'ברוכים הבאים, וברכות לרגל האתר החדש, {name}. החשבון הראשון הוא של מנהל האתר: יש לבחור שם משתמש וסיסמה, ואפשר להתחיל לכתוב. אחרים אפשר להזמין מאוחר יותר.',
  accountInvited: 'הוזמנת לכתוב באתר הזה. יש לבחור שם משתמש וסיסמה; שניהם שלך בלבד.',
  accountNeedsScript: 'כדי להירשם יש להפעיל סקריפטים בדפדפן.',
  accountUsername: 'שם משתמש',
  accountUsernameHint: '2 עד 40 אותיות, ספרות, נקודות, מקפים או קווים תחתונים.',
  accountPassword: 'סיסמה',
  accountPasswordHint: 'לפחות 10 תווים שקשה לנחש.',
  accountShowPassword: 'הצגת הסיסמה',
  accountRequired: 'נא למלא את השדה הזה.',
  accountCreate: 'יצירת חשבון',
  accountCreating: 'החשבון נוצר...',
  accountCreated: 'ההרשמה הצליחה',
  accountCreatedText: 'החשבון נוצר, והכניסה לאתר בוצעה.',
  accountFailed: 'ההרשמה נכשלה',
  accountUnreachable: 'אין תשובה מהשרת. נא לנסות שוב.',
  resetTitle: 'סיסמה חדשה',
  resetDescription: 'למנהלים ששכחו את הסיסמה.',
  resetForgotten: 'שכחת את הסיסמה?',
  resetOpenText: 'יש לבחור סיסמה חדשה. כל הכניסות הפתוחות יסתיימו, והכניסה הבאה תהיה עם הסיסמה החדשה.',
  resetClosedText: 'תוקף הקישור פג, או שכבר נעשה בו שימוש. יש לבקש קישור חדש.',
  resetByMailText: 'נא לציין מי פונה, וקישור לסיסמה חדשה יישלח לכתובת הדוא״ל שבפרופיל.',
  resetByHandText:
    'האתר הזה אינו שולח דוא״ל. אפשר לבקש ממנהל אחר קישור לסיסמה חדשה: הוא יוצר אותו באזור הניהול, בדף המשתמשים. אם אין מנהל אחר, מי שמפעיל את השרת קובע סיסמה חדשה בעזרת הפקודה {command}.',
  resetNeedsScript: 'כדי לקבוע סיסמה חדשה יש להפעיל סקריפטים בדפדפן.',
  resetAnother: 'קישור אחר',
  resetPassword: 'סיסמה חדשה',
  resetSet: 'קביעת הסיסמה',
  resetSetting: 'הסיסמה נקבעת...',
  resetDone: 'הסיסמה החדשה נקבעה. אפשר להיכנס איתה עכשיו.',
  resetWho: 'שם משתמש או דוא״ל',
  resetSend: 'שליחת קישור',
  resetSending: 'נשלח...',
  resetSent:
    'אם יש חשבון כזה עם כתובת דוא״ל, קישור נמצא בדרך. הוא תקף לשעה אחת. אם לא מגיע דבר, אפשר לבקש קישור ממנהל אחר.',
}
