//! Refuses requests that a browser sends for pages of other sites.

use std::net::{Ipv4Addr, SocketAddr};

use super::request::HttpRequest;
use super::response::HttpStatus;

/// Checks that the request is for this program and comes from its own page, or from no page.
///
/// The `Host` must be an address or `localhost`: a name that another site owns could lead here (DNS rebinding). An
/// `Origin` must be that host, and browsers that say where a request comes from must not name another site.
///
/// # Errors
///
/// Returns the status of the refusal.
pub(super) fn check(request: &HttpRequest) -> Result<(), HttpStatus> {
    let host = request.header("host").ok_or(HttpStatus::BAD_REQUEST)?;
    if !is_address(host) {
        return Err(HttpStatus::MISDIRECTED);
    }
    if request.has("origin") && request.header("origin") != Some(&format!("http://{host}")) {
        return Err(HttpStatus::FORBIDDEN);
    }
    // The page itself may be opened from a link anywhere.
    let is_page = request.path == "/" && request.method == "GET";
    let site = request.header("sec-fetch-site");
    let is_foreign = site.is_some_and(|site| site != "same-origin" && site != "none");
    if is_foreign && !is_page {
        return Err(HttpStatus::FORBIDDEN);
    }
    Ok(())
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
    use super::*;

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
        let check =
            |method, path, header| check(&HttpRequest::with_headers(method, path, &[host, header]));
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
        assert!(check("POST", "/", site("cross-site")).is_err());
    }

    #[test]
    fn a_request_names_one_host() {
        let of = |headers: &[_]| check(&HttpRequest::with_headers("GET", "/", headers));
        let rebound = [("host", "evil.example")];
        assert_eq!(of(&rebound), Err(HttpStatus::MISDIRECTED));
        assert_eq!(of(&[]), Err(HttpStatus::BAD_REQUEST));
        let two = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(of(&two), Err(HttpStatus::BAD_REQUEST));
    }
}
