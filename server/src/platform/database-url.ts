/** `postgresql://user:password@/name?host=/folder` leads to a socket; a URL with a user has a host, which `host` then replaces. */
export function databaseUrlOf(setting: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = text.replace(/^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)(?=[/?])/, '$1localhost');
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new Error(
      `Settings that do not hold:\n  ${setting}: postgresql://user:password@host:port/name is expected, or postgresql://user:password@/name?host=/folder for a socket`,
    );
  return url;
}
