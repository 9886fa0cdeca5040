// The floor of Rust without a package: a thread for each connection, HTTP/1.1 with a content-length, fixed bytes.
// Arguments: the bytes in hex. Prints "listening on <url>".
use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("bytes in hex"))
        .collect()
}

fn serve(stream: TcpStream, answer: &[u8]) -> Result<()> {
    stream.set_nodelay(true)?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    loop {
        let mut length = 0;
        loop {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let header = line.trim_end();
            if header.is_empty() {
                break;
            }
            if let Some((name, value)) = header.split_once(':') {
                if name.eq_ignore_ascii_case("content-length") {
                    length = value.trim().parse().unwrap_or(0);
                }
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        writer.write_all(answer)?;
    }
}

fn main() -> Result<()> {
    let body = bytes_of(&std::env::args().nth(1).expect("the bytes of the answer"));
    let mut answer = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    answer.extend(body);
    let answer = Arc::new(answer);
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("listening on http://{}", listener.local_addr()?);
    for stream in listener.incoming() {
        let answer = Arc::clone(&answer);
        let stream = stream?;
        std::thread::spawn(move || serve(stream, &answer));
    }
    Ok(())
}
