//! Finds the answer to each request, and refuses those that a browser sends for pages of other sites.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use super::Server;
use super::http::{HttpRequest, HttpResponse, HttpStatus};
use super::visitor::Visitor;
use super::visitors::random_id;
use crate::schema::page::{Action, GameState};

const JSON: &str = "application/json";
const SGF: &str = "application/x-go-sgf";

/// An answer; with a visitor, it goes on with the visitor's events.
pub(super) type Reply = (HttpResponse, Option<Arc<Visitor>>);

/// Finds the answer to a request.
///
/// # Errors
///
/// Returns a refusal.
pub(super) fn route(request: &HttpRequest, server: &Server) -> Result<Reply, HttpResponse> {
    check_origin(request)?;
    let allowed = match request.path.as_str() {
        "/" | "/api/state" | "/api/events" | "/api/explore" | "/api/solve" => "GET",
        "/api/act" => "POST",
        "/api/sgf" => "GET, POST",
        _ => return Err(HttpStatus::NOT_FOUND.into()),
    };
    let mut methods = allowed.split(", ");
    if !methods.any(|method| method == request.method) {
        let refusal = HttpResponse::from(HttpStatus::METHOD_NOT_ALLOWED);
        return Err(refusal.with("Allow", allowed));
    }
    let response = match (request.path.as_str(), request.method.as_str()) {
        ("/", _) => page(server.service.template)?,
        ("/api/state", _) => HttpResponse::json(&seen(request, server)?.state(server)),
        ("/api/explore", _) => HttpResponse::json(&seen(request, server)?.explore(server)),
        ("/api/solve", _) => HttpResponse::json(&playing(request, server)?.solve(server)?),
        ("/api/events", _) => {
            let response = HttpResponse::new("text/event-stream", String::new());
            return Ok((response, Some(playing(request, server)?)));
        }
        ("/api/act", _) => {
            expect_type(request, JSON)?;
            let action: Action = serde_json::from_slice(&request.body)
                .map_err(|error| HttpResponse::error(HttpStatus::BAD_REQUEST, &error))?;
            change(request, server, |visitor| visitor.act(action, server))?
        }
        (_, "GET") => {
            let name = "attachment; filename=\"game.sgf\"";
            let record = seen(request, server)?.sgf();
            HttpResponse::new(SGF, record).with("Content-Disposition", name)
        }
        _ => {
            expect_type(request, SGF)?;
            change(request, server, |visitor| {
                visitor.load(&request.body, server)
            })?
        }
    };
    Ok((response, None))
}

fn page(template: &str) -> Result<HttpResponse, HttpStatus> {
    let nonce = random_id().ok_or(HttpStatus::INTERNAL)?;
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let page = HttpResponse::new("text/html", super::page(template, &nonce, "", None));
    Ok(page.with("Content-Security-Policy", &policy))
}

/// The visitor that a request's cookie names.
fn known(request: &HttpRequest, server: &Server) -> Result<Option<Arc<Visitor>>, HttpStatus> {
    let id = request.cookie(&server.cookie);
    id.map_or(Ok(None), |id| server.visitor(id))
}

/// The visitor of a request that takes time. Such a request is refused if there is no game yet.
fn playing(request: &HttpRequest, server: &Server) -> Result<Arc<Visitor>, HttpResponse> {
    let nobody = || HttpResponse::error(HttpStatus::CONFLICT, &"there is no game yet");
    known(request, server)?.ok_or_else(nobody)
}

/// The visitor whose game a request reads: the one that its cookie names, or a temporary one with a new game. Reading alone starts
/// no session.
fn seen(request: &HttpRequest, server: &Server) -> Result<Arc<Visitor>, HttpStatus> {
    let fresh = || Arc::new(Visitor::new(String::new(), None, &server.service));
    Ok(known(request, server)?.unwrap_or_else(fresh))
}

/// Lets the visitor that a request's cookie names, or a new one, change its game. A new one gets its cookie.
fn change(
    request: &HttpRequest,
    server: &Server,
    change: impl FnOnce(&Visitor) -> Result<GameState, HttpResponse>,
) -> Result<HttpResponse, HttpResponse> {
    if let Some(visitor) = known(request, server)? {
        return Ok(HttpResponse::json(&change(&visitor)?));
    }
    let visitor = server.new_visitor()?;
    let (name, id) = (&server.cookie, &visitor.id);
    let mut cookie = format!("{name}={id}; Path=/; HttpOnly; SameSite=Strict");
    if server.service.folder.is_some() {
        // A year, because the game is kept after the browser is closed.
        cookie += "; Max-Age=31536000";
    }
    Ok(HttpResponse::json(&change(&visitor)?).with("Set-Cookie", &cookie))
}

/// Checks the content type of a request. Without a preflight request, the page of another site could only send other types.
fn expect_type(request: &HttpRequest, wanted: &str) -> Result<(), HttpStatus> {
    let header = request.header("content-type").unwrap_or_default();
    let given = header.split(';').next().unwrap_or_default();
    if given.trim().eq_ignore_ascii_case(wanted) {
        Ok(())
    } else {
        Err(HttpStatus::UNSUPPORTED_TYPE)
    }
}

/// Checks that the request is for this program and comes from its own page, or from no page.
///
/// The `Host` must be an address or `localhost`: a name that another site owns could lead here (DNS rebinding). An
/// `Origin` must be that host, and browsers that say where a request comes from must not name another site.
///
/// # Errors
///
/// Returns the status of the refusal.
fn check_origin(request: &HttpRequest) -> Result<(), HttpStatus> {
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
        let check =
            |method, path, header| check_origin(&with_headers(method, path, &[host, header]));
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
        let of = |headers: &[_]| check_origin(&with_headers("GET", "/", headers));
        let rebound = [("host", "evil.example")];
        assert_eq!(of(&rebound), Err(HttpStatus::MISDIRECTED));
        assert_eq!(of(&[]), Err(HttpStatus::BAD_REQUEST));
        let two = [("host", "localhost"), ("host", "localhost")];
        assert_eq!(of(&two), Err(HttpStatus::BAD_REQUEST));
    }
}
