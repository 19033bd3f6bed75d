import { createHash } from 'node:crypto';

/** Of nobody: its key was thrown away. */
const der =
  'MIIBfDCCASGgAwIBAgIUDCZkg7RQqfSAn9YhsREfzxUhUmYwCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHUGFydG5lcjAgFw0yNjExMjgxODExMTFaGA8yMTI2MTEwNDE4MTExMVowEjEQMA4GA1UEAwwHUGFydG5lcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBuRpazM28cA1AZ96mWqvwNA2WZr82ciZ+r7QRusrAESUb1+xinKYgWig/4b3I07ikfvr98jxZJSShqx/h3LiSWjUzBRMB0GA1UdDgQWBBQ/8K/vKCl5qyPCMiG449nrkTUamzAfBgNVHSMEGDAWgBQ/8K/vKCl5qyPCMiG449nrkTUamzAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQCzJplkSU53VKy2GyjLtqHslrbt/ZSDPN2L6rmkM7QJtAIhAPgvQ/vXtCioWBXJfH/tWnhhlWsb+wmhSJNeTo4Pq+kZ';

export const exampleCertificate = {
  der,
  pem: `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`,
  fingerprint: createHash('sha256').update(Buffer.from(der, 'base64')).digest('base64url'),
};
