import { createTransport, type SendMailOptions } from 'nodemailer'

/** Sends one mail with an ordinary client over a real connection. */
export async function sendMail(smtpUrl: string, mail: SendMailOptions) {
  const transport = createTransport(smtpUrl)
  try {
    return await transport.sendMail({ from: 'Harkara <no-reply@harkara.test>', subject: 'Hello', text: 'Hi', ...mail })
  } finally {
    transport.close()
  }
}
