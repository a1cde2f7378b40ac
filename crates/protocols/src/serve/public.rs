//! The public address of a server behind a reverse proxy, and which requests are from its own page.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use super::http::{HttpRequest, HttpStatus};

/// The address of the page for browsers, where a reverse proxy passes their requests on, such as `https://go.example.org/go/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    /// Scheme, host and port as browsers write them in `Origin`: in lower case, without the usual port.
    origin: String,
    /// Begins and ends with a slash.
    path: String,
}

/// Error for a text that is not the address of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be an address such as https://go.example.org/go/, without ? and #")]
pub struct PublicUrlError;

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<Self, PublicUrlError> {
        let (scheme, rest) = text.split_once("://").ok_or(PublicUrlError)?;
        let scheme = scheme.to_ascii_lowercase();
        let usual_port = match scheme.as_str() {
            "http" => ":80",
            "https" => ":443",
            _ => return Err(PublicUrlError),
        };
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let host = host.to_ascii_lowercase();
        let host = host.strip_suffix(usual_port).unwrap_or(&host);
        let is_plain = |text: &str, others: &str| {
            text.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || others.as_bytes().contains(&byte))
        };
        if host.is_empty() || !is_plain(host, ".-_:[]") || !is_plain(path, "/.-_~%") {
            return Err(PublicUrlError);
        }
        let mut path = format!("/{path}");
        if !path.ends_with('/') {
            path.push('/');
        }
        Ok(Self {
            origin: format!("{scheme}://{host}"),
            path,
        })
    }
}

impl PublicUrl {
    fn host(&self) -> &str {
        self.origin.split_once("://").map_or("", |(_, host)| host)
    }

    /// Attributes of a cookie that is sent to this page alone.
    pub(super) fn cookie_attributes(public: Option<&Self>) -> String {
        let mut attributes = "HttpOnly; SameSite=Strict; Path=".to_owned();
        attributes += public.map_or("/", |public| &public.path);
        if public.is_some_and(|public| public.origin.starts_with("https:")) {
            attributes += "; Secure";
        }
        attributes
    }

    /// The path on this server of a path at the proxy, which may have removed the beginning; `None` for the public path without
    /// its last slash, from where the browser must go to the path with it.
    pub(super) fn local_path<'a>(&self, path: &'a str) -> Option<&'a str> {
        let begin = self.path.trim_end_matches('/');
        match path.strip_prefix(begin) {
            Some("") if !begin.is_empty() => None,
            Some(rest) if rest.starts_with('/') => Some(rest),
            _ => Some(path),
        }
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

/// Checks that the request is for this program and comes from its own page, or from no page.
///
/// The `Host` must be an address, `localhost` or that of the public address: a name that another site owns could lead here (DNS
/// rebinding). An `Origin` must be that host or the public one, and browsers that say where a request comes from must not name
/// another site, except for the page itself.
///
/// # Errors
///
/// Returns the status of the refusal.
pub(super) fn check_origin(
    request: &HttpRequest,
    is_page: bool,
    public: Option<&PublicUrl>,
) -> Result<(), HttpStatus> {
    let host = request.header("host").ok_or(HttpStatus::BAD_REQUEST)?;
    let is_address = is_address(host);
    if !is_address && !public.is_some_and(|public| host.eq_ignore_ascii_case(public.host())) {
        return Err(HttpStatus::MISDIRECTED);
    }
    let origin = request.header("origin");
    let is_own = is_address && origin == Some(&format!("http://{host}"));
    let is_public = public.is_some_and(|public| origin == Some(&public.origin));
    if request.has("origin") && !is_own && !is_public {
        return Err(HttpStatus::FORBIDDEN);
    }
    let site = request.header("sec-fetch-site");
    let is_foreign = site.is_some_and(|site| site != "same-origin" && site != "none");
    if is_foreign && !is_page {
        return Err(HttpStatus::FORBIDDEN);
    }
    Ok(())
}

/// The address of the client: what the proxy says, if there is one in this machine or its private network.
pub(super) fn client(request: &HttpRequest, peer: IpAddr, public: Option<&PublicUrl>) -> IpAddr {
    let peer = peer.to_canonical();
    let is_near = match peer {
        IpAddr::V4(peer) => peer.is_loopback() || peer.is_private(),
        IpAddr::V6(peer) => peer.is_loopback() || peer.is_unique_local(),
    };
    let forwarded = request.header("x-forwarded-for").filter(|_| is_near);
    // The proxy adds the address that it sees to those that the client has written itself.
    let last = forwarded.and_then(|all| all.rsplit(',').next()?.trim().parse().ok());
    public.and(last).unwrap_or(peer).to_canonical()
}

/// Whether a host, with or without a port, is an address of the internet protocol or `localhost`.
fn is_address(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let port = host.strip_prefix("localhost");
    let address = match port.filter(|port| port.is_empty() || port.starts_with(':')) {
        Some(port) => format!("{}{port}", Ipv4Addr::LOCALHOST),
        None => host,
    };
    [&address, &format!("{address}:80")]
        .iter()
        .any(|address| address.parse::<SocketAddr>().is_ok())
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use super::*;

    /// A request with these headers.
    fn with_headers(method: &str, path: &str, headers: &[(&str, &str)]) -> HttpRequest {
        let mut lines = vec![format!("{method} {path} HTTP/1.1")];
        lines.extend(
            headers
                .iter()
                .map(|(name, value)| format!("{name}: {value}")),
        );
        lines.push("content-length: 0\r\n\r\n".to_owned());
        let text = lines.join("\r\n");
        HttpRequest::read(&mut text.as_bytes(), &Mutex::default())
            .unwrap()
            .0
    }

    #[test]
    fn only_addresses_and_localhost_are_hosts() {
        for host in [
            "127.0.0.1",
            "127.0.0.1:8080",
            "localhost",
            "LocalHost:1",
            "[::1]",
            "[::1]:80",
        ] {
            assert!(is_address(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:8080",
            "127.0.0.1.evil.example",
            "localhost.evil.example:80",
            "127.0.0.1:port",
            "127.0.0.1:+80",
            "localhost:80:80",
            "[::1",
            "[::1]evil",
            "[evil]",
            "user@localhost",
            "::1",
        ] {
            assert!(!is_address(host), "{host}");
        }
    }

    #[test]
    fn requests_of_other_sites_are_refused() {
        let host = ("host", "127.0.0.1:8080");
        let check = |method, path, header| {
            check_origin(
                &with_headers(method, path, &[host, header]),
                path == "/",
                None,
            )
        };
        let own = ("origin", "http://127.0.0.1:8080");
        assert_eq!(check("POST", "/api/act", own), Ok(()));
        for origin in [
            "http://evil.example",
            "null",
            "http://127.0.0.1:8081",
            "https://127.0.0.1:8080",
            "",
        ] {
            let refused = Err(HttpStatus::FORBIDDEN);
            assert_eq!(check("POST", "/api/act", ("origin", origin)), refused);
        }
        let site = |site| ("sec-fetch-site", site);
        for (value, allowed) in [
            ("same-origin", true),
            ("none", true),
            ("same-site", false),
            ("cross-site", false),
        ] {
            let result = check("GET", "/api/state", site(value));
            assert_eq!(result.is_ok(), allowed, "{value}");
            assert_eq!(check("GET", "/", site(value)), Ok(()));
        }
    }

    #[test]
    fn a_request_names_one_host() {
        let of = |headers: &[_]| check_origin(&with_headers("GET", "/", headers), true, None);
        let rebound = [("host", "evil.example")];
        assert_eq!(of(&rebound), Err(HttpStatus::MISDIRECTED));
        assert_eq!(of(&[]), Err(HttpStatus::BAD_REQUEST));
        let two = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(of(&two), Err(HttpStatus::BAD_REQUEST));
    }

    fn public(text: &str) -> PublicUrl {
        text.parse().unwrap()
    }

    #[test]
    fn the_page_of_the_public_address_is_the_own_page() {
        let public = public("HTTPS://Go.example.org:443/go");
        let check = |host, origin| {
            let headers = [("host", host), ("origin", origin)];
            check_origin(
                &with_headers("POST", "/api/act", &headers),
                false,
                Some(&public),
            )
        };
        let (name, own) = ("go.example.org", "https://go.example.org");
        assert_eq!(check(name, own), Ok(()));
        assert_eq!(check("127.0.0.1:8009", own), Ok(()));
        assert_eq!(check("127.0.0.1:8009", "http://127.0.0.1:8009"), Ok(()));
        for origin in [
            "http://go.example.org",
            "https://go.example.org:444",
            "null",
        ] {
            assert_eq!(check(name, origin), Err(HttpStatus::FORBIDDEN), "{origin}");
        }
        assert_eq!(check("evil.example", own), Err(HttpStatus::MISDIRECTED));
    }

    #[test]
    fn a_path_is_the_same_whether_the_proxy_removes_its_beginning_or_not() {
        let below = public("https://go.example.org/go/");
        assert_eq!(below, public("https://go.example.org/go"));
        for (path, local) in [
            ("/go/api/act", Some("/api/act")),
            ("/api/act", Some("/api/act")),
            ("/go/", Some("/")),
            ("/go", None),
            ("/gold", Some("/gold")),
        ] {
            assert_eq!(below.local_path(path), local, "{path}");
        }
        let root = public("https://go.example.org");
        assert_eq!(root.local_path("/"), Some("/"));
        let attributes = PublicUrl::cookie_attributes(Some(&below));
        assert_eq!(attributes, "HttpOnly; SameSite=Strict; Path=/go/; Secure");
        for text in [
            "go.example.org",
            "ftp://a",
            "https://",
            "http://a b/",
            "http://a/?b",
            "http://a@b/",
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(PublicUrlError), "{text}");
        }
    }

    #[test]
    fn only_a_proxy_names_the_client() {
        let public = public("https://go.example.org/");
        let of = |forwarded, peer: &str, public| {
            let request = with_headers("GET", "/", &[("x-forwarded-for", forwarded)]);
            client(&request, peer.parse().unwrap(), public).to_string()
        };
        let both = Some(&public);
        assert_eq!(of("192.0.2.7", "127.0.0.1", both), "192.0.2.7");
        assert_eq!(of("10.9.9.9, 192.0.2.7", "::1", both), "192.0.2.7");
        assert_eq!(of("192.0.2.7", "::ffff:10.0.0.2", both), "192.0.2.7");
        assert_eq!(of("192.0.2.7", "198.51.100.1", both), "198.51.100.1");
        assert_eq!(of("192.0.2.7", "127.0.0.1", None), "127.0.0.1");
        assert_eq!(of("unknown", "127.0.0.1", both), "127.0.0.1");
    }
}
